// The settings for documents that have not been saved: profile, what happens with labels, thresholds, key.

import { useState } from "preact/hooks";
import type { JSX } from "preact";

import type { Api } from "../api";
import type { Settings } from "../types";
import { nameLabel, useWords } from "./context";

interface Props {
  readonly api: Api;
  readonly settings: Settings;
  readonly onChange: (settings: Settings) => void;
  readonly onProblem: (error: unknown) => void;
}

export function SettingsView({ api, settings, onChange, onProblem }: Props): JSX.Element {
  const words = useWords();
  const { t } = words;
  const [profile, setProfile] = useState(settings.profile);
  const [language, setLanguage] = useState(settings.language);
  const [key, setKey] = useState(settings.key);
  const [policies, setPolicies] = useState(settings.policies);
  const [thresholds, setThresholds] = useState(settings.thresholds);
  const save = (event: Event): void => {
    event.preventDefault();
    api.changeSettings({ profile, language, key, policies, thresholds }).then(onChange, onProblem);
  };
  const setThreshold = (label: string, value: string): void => {
    const { [label]: _, ...others } = thresholds;
    setThresholds(value === "" ? others : { ...others, [label]: Number(value) });
  };
  return (
    <form class="settings" onSubmit={save}>
      <h2>{t("settings")}</h2>
      <p>{t("settingsHelp")}</p>
      <p><label>{t("profile")} <select value={profile} onChange={(event) => setProfile(event.currentTarget.value)}>{settings.profiles.map((each) => <option key={each}>{each}</option>)}</select></label></p>
      <p><label>{t("textLanguage")} <select value={language} onChange={(event) => setLanguage(event.currentTarget.value)}>{["sv", "en", "auto"].map((each) => <option key={each}>{each}</option>)}</select></label></p>
      <p><label>{t("key")} <select value={key} onChange={(event) => setKey(event.currentTarget.value)}><option value="">{t("noKey")}</option>{settings.keys.map((each) => <option key={each}>{each}</option>)}</select></label></p>
      <table>
        <thead><tr><th scope="col">{t("label")}</th><th scope="col">{t("policies")}</th><th scope="col">{t("threshold")}</th></tr></thead>
        <tbody>
          {settings.labels.filter((label) => label.kind === "main").map((label) => {
            const methods = settings.methods.filter((method) => method.labels.length === 0 || method.labels.includes(label.name));
            const choices = ["", "keep", "mark", ...methods.map((method) => method.name)];
            const value = policies[label.name] ?? "";
            return (
              <tr key={label.name} class={`g-${label.group}`}>
                <th scope="row">{nameLabel(words, label.name)}</th>
                <td data-title={t("policies")}>
                  <select aria-label={`${t("policies")}: ${nameLabel(words, label.name)}`} value={value} onChange={(event) => setPolicies({ ...policies, [label.name]: event.currentTarget.value })}>
                    {[...new Set([...choices, value])].map((each) => <option key={each} value={each}>{each || t("asProfile")}</option>)}
                  </select>
                </td>
                <td data-title={t("threshold")}>
                  <input type="number" min="0" max="1" step="0.05" aria-label={`${t("threshold")}: ${nameLabel(words, label.name)}`} value={thresholds[label.name] ?? ""} onChange={(event) => setThreshold(label.name, event.currentTarget.value)} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p><button type="submit" class="main">{t("apply")}</button></p>
    </form>
  );
}
