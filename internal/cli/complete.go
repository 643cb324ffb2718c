package cli

import (
	"io"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// Candidates are what the last word of a command line may become.
type candidates struct {
	words []candidate
	files bool // or a file or directory
}

// complete gives the candidates for the last of the words behind the name of the
// program. It builds the grammar of one command, as a run does, and offers nothing
// that the parser of that command would not take.
func complete(words []string) candidates {
	word := words[len(words)-1]
	if len(words) == 1 {
		return candidates{words: beginning(commandNames(word), word)}
	}
	if slices.Contains([]string{"help", "--help", "-h"}, words[0]) {
		if len(words) > 2 {
			return candidates{}
		}
		return candidates{words: beginning(append(commandNames(""), candidate{"all", "every command"}), word)}
	}
	name, before := words[0], words[1:len(words)-1]
	all := commands()
	if below := below(name); len(below) > 0 {
		if len(before) > 0 && indexOf(below, name+" "+before[0]) >= 0 {
			name, before, all = name+" "+before[0], before[1:], below
		} else if len(before) == 0 {
			found := all[indexOf(all, name)].complete(before, word)
			for _, c := range below {
				found.words = append(found.words, beginning([]candidate{{strings.TrimPrefix(c.name, name+" "), c.summary}}, word)...)
			}
			return found
		}
	}
	if i := indexOf(all, name); i >= 0 {
		return all[i].complete(before, word)
	}
	return candidates{}
}

// complete gives the candidates for word, behind the words before it.
func (c *command) complete(before []string, word string) candidates {
	parser, err := c.parser(Streams{Out: io.Discard, Err: io.Discard})
	if err != nil {
		return candidates{}
	}
	l := commandLine{command: c.name, node: parser.Model.Node}
	for _, w := range before {
		l.read(w)
	}
	return l.complete(word)
}

// commandNames are the names of all commands, and what else the first word may be
// where word says that a flag is wanted.
func commandNames(word string) []candidate {
	if strings.HasPrefix(word, "-") {
		return []candidate{{"--help", "the commands"}, {"--version", "the version"}}
	}
	var all []candidate
	for _, c := range commands() {
		all = append(all, candidate{c.name, c.summary})
	}
	return append(all, candidate{"help", "the commands, or the help of one"})
}

// beginning are those of all that begin with word.
func beginning(all []candidate, word string) []candidate {
	return slices.DeleteFunc(all, func(c candidate) bool { return !strings.HasPrefix(c.word, word) })
}

// A commandLine is what is known of the words before the last, by the grammar of
// their command.
type commandLine struct {
	command string
	node    *kong.Node // the command, or the one below it that was named
	above   []*kong.Flag
	given   []*kong.Flag
	wants   *kong.Flag // the flag that the next word is the value of; nil if there is none
	args    int        // arguments so far
	closed  bool       // a flag came behind the last of several: the parser takes no more of them
	ended   bool       // by --
	lost    bool       // what follows is not known
}

// read takes one word in.
func (l *commandLine) read(word string) {
	switch {
	case l.wants != nil:
		l.wants = nil
	case word == "--" && !l.ended:
		l.ended = true
	case len(word) > 1 && word[0] == '-' && !l.ended:
		l.closed = l.closed || l.args >= len(l.node.Positional)
		l.readFlag(word)
	default:
		l.readArg(word)
	}
}

func (l *commandLine) readArg(word string) {
	if len(l.node.Children) == 0 {
		l.args++
		return
	}
	for _, child := range l.node.Children {
		if child.Name == word {
			l.above, l.node = append(l.above, l.node.Flags...), child
			return
		}
	}
	l.lost = true
}

// readFlag takes in --name, --name=value, -n, -nvalue, or several short ones.
func (l *commandLine) readFlag(word string) {
	name, _, value := strings.Cut(word, "=")
	if strings.HasPrefix(word, "--") {
		f := l.flag(func(f *kong.Flag) bool { return "--"+f.Name == name })
		if l.lost = f == nil; !l.lost && !value && takesValue(f) {
			l.wants = f
		}
		return
	}
	for i, r := range word[1:] {
		f := l.flag(func(f *kong.Flag) bool { return f.Short == r })
		if l.lost = f == nil; l.lost {
			return
		}
		if takesValue(f) {
			if i+2 == len(word) {
				l.wants = f
			}
			return
		}
	}
}

// flag is the flag that is asked for, and is noted as given; nil if there is none.
func (l *commandLine) flag(is func(*kong.Flag) bool) *kong.Flag {
	for _, f := range l.flags() {
		if is(f) {
			l.given = append(l.given, f)
			return f
		}
	}
	return nil
}

func (l *commandLine) flags() []*kong.Flag { return slices.Concat(l.node.Flags, l.above) }

func takesValue(f *kong.Flag) bool { return !f.IsBool() && !f.IsCounter() }

// complete gives the candidates for word, which comes next.
func (l *commandLine) complete(word string) candidates {
	switch {
	case l.lost:
		return candidates{}
	case l.wants != nil:
		return l.values(l.wants.Value, "", word)
	case strings.HasPrefix(word, "--") && strings.Contains(word, "=") && !l.ended:
		return l.flagValues(word)
	case strings.HasPrefix(word, "-") && !l.ended:
		return candidates{words: beginning(l.flagNames(), word)}
	case len(l.node.Children) > 0:
		var all []candidate
		for _, child := range l.node.Children {
			all = append(all, candidate{child.Name, child.Help})
		}
		return candidates{words: beginning(all, word)}
	}
	if arg := l.argument(); arg != nil {
		return l.values(arg, "", word)
	}
	if word == "" && !l.ended {
		return candidates{words: l.flagNames()}
	}
	return candidates{}
}

// flagValues are the candidates for --name=value.
func (l *commandLine) flagValues(word string) candidates {
	name, value, _ := strings.Cut(word, "=")
	f := l.flag(func(f *kong.Flag) bool { return "--"+f.Name == name })
	if f == nil || !takesValue(f) {
		return candidates{}
	}
	return l.values(f.Value, name+"=", value)
}

// flagNames are the flags that may come next: one that takes a single value comes
// once.
func (l *commandLine) flagNames() []candidate {
	var all []candidate
	for _, f := range l.flags() {
		if f.Hidden || slices.Contains(l.given, f) && !f.IsCumulative() {
			continue
		}
		all = append(all, candidate{"--" + f.Name, f.Help})
		if f.Short != 0 {
			all = append(all, candidate{"-" + string(f.Short), f.Help})
		}
	}
	return all
}

// argument is the argument that comes next; nil if there is none.
func (l *commandLine) argument() *kong.Value {
	args := l.node.Positional
	switch {
	case l.args < len(args):
		return args[l.args]
	case len(args) > 0 && args[len(args)-1].IsCumulative() && !l.closed:
		return args[len(args)-1]
	}
	return nil
}

// values are the candidates for a value of v, of which the user has typed typed
// behind before.
func (l *commandLine) values(v *kong.Value, before, typed string) candidates {
	all, files := valuesOf(l.command, v, typed)
	var found candidates
	for _, c := range all {
		if c.word != "" && strings.HasPrefix(c.word, typed) {
			found.words = append(found.words, candidate{before + c.word, c.about})
		}
	}
	found.files = files && len(found.words) == 0
	return found
}
