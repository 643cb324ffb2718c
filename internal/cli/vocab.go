package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"mdck/internal/config"
	"mdck/internal/report"
	"mdck/tokens"
	"mdck/tokens/vocab"
)

// vocabFlags are the flags of commands that can count in a vocabulary of the
// user's own, too.
type vocabFlags struct {
	settingFlags
	Vocab   string `help:"Count tokens in this vocabulary, a .tiktoken file; needs --pattern." placeholder:"FILE"`
	Pattern string `help:"Regular expression of the pieces that --vocab splits text into, or o200k_base or cl100k_base for theirs." placeholder:"P"`
}

// load adds the vocabulary.
func (f *vocabFlags) load(own ...config.Flag) error {
	switch {
	case f.Vocab == "" && f.Pattern == "":
		return f.settingFlags.load(own...)
	case f.Vocab == "":
		return errors.New("--pattern splits text for --vocab, which names no file")
	case f.Pattern == "":
		return hinted(errors.New("--vocab wants --pattern, the regular expression that splits text into pieces"),
			"--pattern o200k_base and --pattern cl100k_base are those of these encodings")
	case f.Encoding != "":
		return errors.New("--encoding names an encoding, --vocab brings another: not both")
	}
	counter, err := broughtFrom(f.Vocab, f.Pattern)
	if err != nil {
		return err
	}
	f.brought = counter
	return f.settingFlags.load(own...)
}

// broughtFrom is the counter of the vocabulary in a file.
func broughtFrom(file, pattern string) (tokens.Counter, error) {
	pattern, err := patternNamed(pattern)
	if err != nil {
		return nil, err
	}
	text, err := readCounted(file)
	if err != nil {
		return nil, fmt.Errorf("--vocab: %w", err)
	}
	ranks, err := vocab.ParseRanks(strings.NewReader(text))
	if err != nil {
		return nil, fmt.Errorf("--vocab: %s: %w", report.Name(file), err)
	}
	counter, err := vocab.FromRanks(filepath.Base(file), ranks, pattern)
	if err != nil {
		if strings.Contains(err.Error(), "nested repetition operator") {
			return nil, hinted(err, "possessive quantifiers, ++ and the like, are not known: leave the second + out")
		}
		return nil, err
	}
	return counter, nil
}

// patternNamed is the pattern of a built-in encoding, or pattern itself. What is
// a word is no pattern: it would match that word alone.
func patternNamed(pattern string) (string, error) {
	if named := vocab.Pattern(pattern); named != "" {
		return named, nil
	}
	if !regexp.MustCompile(`^[\w-]+$`).MatchString(pattern) {
		return pattern, nil
	}
	_, err := tokens.New(pattern)
	return "", fmt.Errorf("--pattern: want a regular expression, or the name of an encoding: %w", err)
}

// modelFlag is for commands that estimate, too.
type modelFlag struct {
	Model string `help:"Estimate the tokens of this Claude model, too: its tokenizer is not public." placeholder:"NAME"`
}

// An estimator estimates for the model that was asked for.
type estimator struct {
	by      tokens.Estimator
	counter tokens.Counter // of the tokens that the factor is for; nil if these are counted anyway
}

// estimator is that for the model, nil if none is asked for.
func (f *modelFlag) estimator(s *settings) (*estimator, error) {
	if f.Model == "" {
		return nil, nil
	}
	by, err := s.Estimator(f.Model)
	if err != nil {
		return nil, fmt.Errorf("--model: %w", err)
	}
	if s.counter.Name() == tokens.Default {
		return &estimator{by: by}, nil
	}
	counter, err := tokens.New(tokens.Default)
	return &estimator{by, counter}, err
}

// of is the estimate for text, of which count tokens were counted.
func (e *estimator) of(text string, count int) *report.Estimate {
	if e.counter != nil {
		count = e.counter.Count(text)
	}
	return &report.Estimate{Tokens: e.by.Estimate(count), By: e.by}
}

// mostCounted is the size of the largest file that is counted, in bytes.
const mostCounted = 64 << 20

// readCounted reads a regular file of at most mostCounted bytes.
func readCounted(name string) (string, error) {
	info, err := os.Stat(name)
	if err != nil {
		return "", err
	}
	if err := regular(name, info); err != nil {
		return "", err
	}
	file, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer file.Close()
	return readMost(name, file)
}
