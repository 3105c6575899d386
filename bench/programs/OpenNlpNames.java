import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.StringJoiner;
import opennlp.tools.namefind.NameFinderME;
import opennlp.tools.namefind.TokenNameFinderModel;
import opennlp.tools.sentdetect.SentenceDetectorME;
import opennlp.tools.sentdetect.SentenceModel;
import opennlp.tools.tokenize.TokenizerME;
import opennlp.tools.tokenize.TokenizerModel;
import opennlp.tools.util.Span;

/**
 * Prints the persons that OpenNLP finds: a program for the backend {@code command}
 * (docs/backends.md).
 *
 * <pre>java -cp opennlp-tools-1.6.0.jar:. OpenNlpNames models</pre>
 *
 * The folder contains the models for sentences, words and persons, which are used in this order, as
 * in OpenNLP's manual. The program parses only the JSON of questions, without another package.
 */
public final class OpenNlpNames {
    /** Replaces signs beyond the first 65,536 characters, which Java counts as two. */
    private static final char SIGN = '\u263a';

    private final SentenceDetectorME sentences;
    private final TokenizerME words;
    private final NameFinderME persons;

    private OpenNlpNames(File models) throws IOException {
        sentences = new SentenceDetectorME(new SentenceModel(new File(models, "en-sent.bin")));
        words = new TokenizerME(new TokenizerModel(new File(models, "en-token.bin")));
        persons = new NameFinderME(new TokenNameFinderModel(new File(models, "en-ner-person.bin")));
    }

    public static void main(String[] arguments) {
        try {
            new OpenNlpNames(new File(arguments[0])).answerAll();
        } catch (IOException | RuntimeException exception) { // its message may quote the text
            System.err.println("error: OpenNLP cannot be run; give the folder of its models");
            System.exit(1);
        }
    }

    private void answerAll() throws IOException {
        BufferedReader questions =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        PrintStream answers = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        for (String line = questions.readLine(); line != null; line = questions.readLine()) {
            Question question = Question.read(line);
            if (question != null) {
                answers.print("{\"id\": " + question.id() + ", " + answer(question.text()) + "}\n");
                answers.flush();
            }
            if (answers.checkError()) {
                return; // the reader has closed the pipe
            }
        }
    }

    private String answer(String text) {
        try {
            return "\"spans\": " + spans(flatten(text));
        } catch (RuntimeException exception) {
            return "\"error\": \"OpenNLP failed\"";
        }
    }

    /** Returns one unit for each character, so that offsets are those of Python. */
    private static String flatten(String text) {
        StringBuilder units = new StringBuilder(text.length());
        text.codePoints().map(OpenNlpNames::unit).forEach(unit -> units.append((char) unit));
        return units.toString();
    }

    private static int unit(int character) {
        if (Character.isBmpCodePoint(character)) {
            return character;
        }
        if (Character.isUpperCase(character)) {
            return 'X';
        }
        return Character.isLetterOrDigit(character) ? 'x' : SIGN;
    }

    private String spans(String text) {
        StringJoiner found = new StringJoiner(", ", "[", "]");
        persons.clearAdaptiveData(); // texts are independent
        for (Span sentence : sentences.sentPosDetect(text)) {
            String part = text.substring(sentence.getStart(), sentence.getEnd());
            Span[] places = words.tokenizePos(part);
            Span[] names = persons.find(Span.spansToStrings(places, part));
            double[] scores = persons.probs(names);
            for (int at = 0; at < names.length; at++) {
                int start = sentence.getStart() + places[names[at].getStart()].getStart();
                int end = sentence.getStart() + places[names[at].getEnd() - 1].getEnd();
                found.add("[" + start + ", " + end + ", \"PER\", " + Math.min(1, scores[at]) + "]");
            }
        }
        return found.toString();
    }

    /** A question: its id as written, and the text. */
    private record Question(String id, String text) {
        static Question read(String line) {
            try {
                return new Reader(line).question();
            } catch (IllegalArgumentException | IndexOutOfBoundsException exception) {
                return null; // not a question
            }
        }
    }

    /** Reads a JSON object and skips the fields that are not needed. */
    private static final class Reader {
        private static final String ESCAPES = "\"\\/bfnrt";
        private static final String ESCAPED = "\"\\/\b\f\n\r\t";

        private final String line;
        private int at = 0;

        Reader(String line) {
            this.line = line;
        }

        Question question() {
            String id = null;
            String text = null;
            expect('{');
            do {
                String key = string();
                expect(':');
                boolean isString = next() == '"';
                int start = at;
                String value = isString ? string() : skipValue();
                if (key.equals("id")) {
                    id = line.substring(start, at).strip();
                } else if (key.equals("text")) {
                    text = isString ? value : null;
                }
            } while (take(','));
            expect('}');
            return id == null || text == null ? null : new Question(id, text);
        }

        /** Skips a number, a word, an array or an object, and returns it as written. */
        private String skipValue() {
            int start = at;
            int depth = 0;
            while (depth > 0 || ",}]".indexOf(next()) < 0) {
                char one = next();
                depth += "{[".indexOf(one) >= 0 ? 1 : "}]".indexOf(one) >= 0 ? -1 : 0;
                if (one == '"') {
                    string();
                } else {
                    at++;
                }
            }
            return line.substring(start, at);
        }

        private String string() {
            StringBuilder read = new StringBuilder();
            expect('"');
            for (char one = line.charAt(at++); one != '"'; one = line.charAt(at++)) {
                read.append(one == '\\' ? escaped() : one);
            }
            return read.toString();
        }

        private char escaped() {
            char one = line.charAt(at++);
            if (one == 'u') {
                at += 4;
                return (char) Integer.parseInt(line.substring(at - 4, at), 16);
            }
            return ESCAPED.charAt(ESCAPES.indexOf(one));
        }

        /** Returns the next character that is no blank, without taking it. */
        private char next() {
            while (Character.isWhitespace(line.charAt(at))) {
                at++;
            }
            return line.charAt(at);
        }

        private boolean take(char expected) {
            boolean isNext = next() == expected;
            at += isNext ? 1 : 0;
            return isNext;
        }

        private void expect(char expected) {
            if (!take(expected)) {
                throw new IllegalArgumentException();
            }
        }
    }
}
