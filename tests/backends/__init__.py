"""Each backend with its real package and a tiny real model, made here; `make test-backends`."""
