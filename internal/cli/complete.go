package cli

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"mdck/internal/cli/app"
	"mdck/internal/config"
	"mdck/internal/report"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/protocol"
)

// completeFlag prints candidates. Only the completion scripts use it.
const completeFlag = "--complete"

func printCandidates(words []string, std app.Streams) error {
	var b strings.Builder
	for _, c := range complete(words, std.Table) {
		about, _, _ := strings.Cut(c.about, ". ")
		fmt.Fprintf(&b, "%s\t%s\n", c.word, report.OneLine(about))
	}
	_, err := io.WriteString(std.Out, b.String())
	return err
}

type candidate struct{ word, about string }

func complete(words []string, known *protocol.Table) []candidate {
	last := len(words) - 1
	before, typed := words[:last], words[last]
	var all []candidate
	c, rest := findCommand(before)
	switch {
	case c != nil:
		all = candidatesOf(c, rest, typed, known)
		if len(rest) == 0 {
			all = append(all, namesOf(c.Subcommands(), c.Name+" ")...)
		}
	case last == 0 || last == 1 && words[0] == "help":
		all = append(namesOf(topCommands(), ""), candidate{"help", "list the commands, or print the help of a command"})
	}
	return slices.DeleteFunc(all, func(c candidate) bool {
		return !strings.HasPrefix(c.word, typed) || app.Quote(c.word) != c.word || report.OneLine(c.word) != c.word
	})
}

func namesOf(all []app.Command, prefix string) (names []candidate) {
	for _, c := range all {
		names = append(names, candidate{strings.TrimPrefix(c.Name, prefix), c.Summary})
	}
	return names
}

func candidatesOf(c *app.Command, before []string, typed string, known *protocol.Table) []candidate {
	parser, err := c.Parser(app.Streams{Out: io.Discard, Err: io.Discard})
	if err != nil {
		return nil
	}
	node := parser.Model.Node
	var value *kong.Value // flag before the word, if it takes a value
	args := 0
	for _, word := range before {
		flag := flagOf(node, word)
		switch {
		case value != nil:
			value = nil
		case flag != nil && takesValue(flag):
			value = flag.Value
		case !app.IsFlag(word):
			args++
		}
	}
	name, _, assigned := strings.Cut(typed, "=")
	flag := flagOf(node, name)
	switch {
	case value != nil:
		return values(value, "", known)
	case flag != nil && assigned && takesValue(flag):
		return values(flag.Value, name+"=", known)
	case strings.HasPrefix(typed, "-") && !slices.Contains(before, "--"), len(node.Positional) == 0:
		return flagNames(node)
	}
	arg := node.Positional[min(args, len(node.Positional)-1)]
	if args < len(node.Positional) || arg.IsCumulative() {
		return values(arg, "", known)
	}
	return nil
}

func flagOf(node *kong.Node, word string) *kong.Flag {
	i := slices.IndexFunc(node.Flags, func(f *kong.Flag) bool {
		return word == "--"+f.Name || f.Short != 0 && word == "-"+string(f.Short)
	})
	if i < 0 {
		return nil
	}
	return node.Flags[i]
}

func takesValue(f *kong.Flag) bool { return !f.IsBool() && !f.IsCounter() }

func flagNames(node *kong.Node) (all []candidate) {
	for _, f := range node.Flags {
		if !f.Hidden {
			all = append(all, candidate{"--" + f.Name, f.Help})
		}
	}
	return all
}

// values returns the values in the enum, otherwise those for the placeholder.
func values(v *kong.Value, prefix string, known *protocol.Table) []candidate {
	finder := workspace.Finder{Table: known}
	var all []candidate
	add := func(word, about string) {
		if word != "" {
			all = append(all, candidate{prefix + word, about})
		}
	}
	placeholder := v.Name
	if v.Flag != nil {
		placeholder = strings.ToLower(v.Flag.PlaceHolder)
	}
	words := v.EnumSlice()
	switch {
	case v.Enum != "":
	case placeholder == "protocol":
		words = finder.Protocols()
	case placeholder == "section":
		words = sectionNames(known)
	case placeholder == "rule":
		for _, r := range known.Rules() {
			add(r.ID, r.Summary)
		}
	case placeholder == "key=value":
		for _, k := range (&config.Loader{Table: known}).Keys() {
			add(k.Name+"=", k.Doc)
		}
	case placeholder == "id|path" || placeholder == "path|id":
		if cwd, err := os.Getwd(); err == nil {
			targets, _ := finder.Here(cwd)
			for _, t := range workspace.ByFolder(targets) {
				add(t.ID(), t.DisplayPath(t.Main))
			}
		}
	}
	for _, word := range words {
		if p := known.Named(word); placeholder == "protocol|preset" && p != nil && p.Init == nil {
			continue // init only refers to another command
		}
		add(word, "")
	}
	return all
}

func sectionNames(known *protocol.Table) (keys []string) {
	for _, p := range known.All() {
		if p.Sections == nil {
			continue
		}
		for _, g := range p.Sections(&protocol.Reader{}, "").Groups {
			if len(g.Subsections) > 0 {
				keys = append(keys, g.Key)
			}
		}
	}
	return keys
}
