package cli

import (
	"fmt"
	"runtime"
	"strings"
)

// A signError says that a command has a sign which only a shell acts upon.
type signError struct {
	command string
	sign    string // "" for a quotation that does not end
}

func (e *signError) Error() string {
	if e.sign == "" {
		return fmt.Sprintf("the editor %q has a quotation that does not end", e.command)
	}
	return fmt.Sprintf("the editor %q has %q, which is for a shell, and none is asked", e.command, e.sign)
}

// Signs that a shell acts upon: in a word, between double quotation marks, and at the
// beginning of a word. Source: POSIX, Shell Command Language, 2.2 to 2.6.
const (
	signsInWord   = "|&;<>()$`*?[\n"
	signsInDouble = "$`"
	signsAtBegin  = "#~"
)

// commandWords are the words of a command as a shell takes them, quotation marks and
// backslashes too, if nothing is in it that a shell would expand or run; else the error
// is a [*signError]. On Windows a backslash is part of a path.
func commandWords(command string) ([]string, error) {
	s := &splitter{command: command, rest: command}
	for s.rest != "" {
		if err := s.step(); err != nil {
			return nil, err
		}
	}
	s.end()
	return s.words, nil
}

// A splitter takes words from a command.
type splitter struct {
	command, rest string
	words         []string
	word          strings.Builder
	begun         bool // a word, which may be empty: ""
}

func (s *splitter) end() {
	if s.begun {
		s.words = append(s.words, s.word.String())
	}
	s.word.Reset()
	s.begun = false
}

// step takes a character, or what is between quotation marks.
func (s *splitter) step() error {
	c := s.rest[0]
	s.rest = s.rest[1:]
	switch {
	case c == ' ' || c == '\t':
		s.end()
		return nil
	case c == '\'':
		return s.single()
	case c == '"':
		return s.double()
	case c == '\\' && runtime.GOOS != "windows":
		if s.rest == "" {
			return &signError{command: s.command}
		}
		c, s.rest = s.rest[0], s.rest[1:]
	case strings.IndexByte(signsInWord, c) >= 0, !s.begun && strings.IndexByte(signsAtBegin, c) >= 0:
		return &signError{s.command, string(c)}
	case c == '=' && len(s.words) == 0: // a variable for the command
		return &signError{s.command, "="}
	}
	s.begun = true
	s.word.WriteByte(c)
	return nil
}

// single takes all up to the next apostrophe as it is.
func (s *splitter) single() error {
	text, rest, ended := strings.Cut(s.rest, "'")
	if !ended {
		return &signError{command: s.command}
	}
	s.word.WriteString(text)
	s.rest, s.begun = rest, true
	return nil
}

// double takes all up to the next quotation mark. A backslash takes the meaning from
// what has one here, and else is one.
func (s *splitter) double() error {
	s.begun = true
	for s.rest != "" {
		c := s.rest[0]
		s.rest = s.rest[1:]
		switch {
		case c == '"':
			return nil
		case c == '\\' && s.rest != "" && strings.IndexByte("\"\\$`", s.rest[0]) >= 0 && (runtime.GOOS != "windows" || s.rest[0] == '"'):
			c, s.rest = s.rest[0], s.rest[1:]
		case strings.IndexByte(signsInDouble, c) >= 0:
			return &signError{s.command, string(c)}
		}
		s.word.WriteByte(c)
	}
	return &signError{command: s.command}
}
