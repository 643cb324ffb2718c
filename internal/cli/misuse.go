package cli

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"mdck/internal/nearest"
)

// synonyms are what other tools call our commands, where spelling does not lead
// there.
var synonyms = [...]struct{ word, command string }{
	{"check", "lint"}, {"validate", "lint"}, {"format", "fmt"}, {"new", "init"}, {"create", "init"}, {"add", "append"},
	{"write", "append"}, {"ask", "prompt"}, {"bump", "stamp"}, {"update", "stamp"}, {"next", "advance"}, {"undo", "restore"},
	{"resume", "bootstrap"}, {"start", "bootstrap"}, {"tree", "show"}, {"compare", "diff"}, {"rules", "explain"}, {"settings", "config"},
}

// unknownCommand says which command may have been meant by args, and the command
// line that would have worked.
func unknownCommand(args []string, all []command) error {
	var names []string
	for _, c := range all {
		names = append(names, c.name)
	}
	name := args[0]
	list := "mdck help all lists the commands"
	if strings.HasPrefix(name, "-") {
		err := fmt.Errorf("unknown flag %s before a command", name)
		if i := slices.IndexFunc(args, func(a string) bool { return slices.Contains(names, a) }); i > 0 {
			return hinted(err, "flags come after the command: "+line(slices.Concat(args[i:i+1], args[:i], args[i+1:])), list)
		}
		return hinted(err, "flags come after the command: mdck COMMAND "+quote(name), list)
	}
	err := fmt.Errorf("unknown command %q", name)
	meant := nearest.Of(strings.ToLower(name), names)
	for _, s := range synonyms {
		if s.word == strings.ToLower(name) {
			meant = []string{s.command}
		}
	}
	if len(meant) == 0 {
		return hinted(err, list)
	}
	return hinted(err, "did you mean: "+line(slices.Concat(meant[:1], args[1:])), list)
}

// misuse explains why args make no sense to parser, the parser of c: what was
// wrong, and the command line that would have worked if it can be told.
func (c *command) misuse(err error, parser *kong.Kong, args []string) error {
	help := "mdck " + c.name + " --help shows the flags, with examples"
	text := err.Error()
	if rest, ok := strings.CutPrefix(text, "unknown flag "); ok {
		flag, _, _ := strings.Cut(rest, ", did you mean")
		hints := append(c.meantFlag(flag, parser, args), help)
		return hinted(fmt.Errorf("%s: unknown flag %s", c.name, flag), hints...)
	}
	if m := regexp.MustCompile(`^(\S+) must be one of (.*) but got "(.*)"$`).FindStringSubmatch(text); m != nil {
		values := strings.Split(strings.ReplaceAll(m[2], `"`, ""), ",")
		hints := append(c.meantValue(m[3], values, args), help)
		values = slices.DeleteFunc(values, func(v string) bool { return v == "" })
		return hinted(fmt.Errorf("%s: %s is %q, want %s", c.name, strings.Trim(m[1], "<>"), m[3], alternatives(values)), hints...)
	}
	if m := regexp.MustCompile(`^(-\S+): (?:expected .* value but got "EOL" \(<EOL>\)|missing value.*)$`).FindStringSubmatch(text); m != nil {
		return hinted(fmt.Errorf("%s: %s wants a value", c.name, m[1]), help)
	}
	if name, ok := strings.CutPrefix(text, "unexpected argument "); ok {
		if parser.Model.Children != nil {
			return c.unknownBelow(firstOf(strings.Cut(name, ", did you mean")), parser, args, help)
		}
		return hinted(fmt.Errorf("%s: one argument too many: %s", c.name, firstOf(strings.Cut(name, ", did you mean"))), help)
	}
	return hinted(fmt.Errorf("%s: %w", c.name, err), help)
}

// unknownBelow is for a command that has commands of its own.
func (c *command) unknownBelow(name string, parser *kong.Kong, args []string, help string) error {
	var known []string
	for _, child := range parser.Model.Children {
		known = append(known, child.Name)
	}
	err := fmt.Errorf("%s: unknown command %q, want %s", c.name, name, alternatives(known))
	if near := nearest.Of(strings.ToLower(name), known); len(near) > 0 {
		return hinted(err, "did you mean: "+line(slices.Concat([]string{c.name}, replaced(args, name, near[0]))), help)
	}
	return hinted(err, help)
}

func firstOf(before, _ string, _ bool) string { return before }

// meantFlag is the command line with the flag that is nearest to the unknown
// one, or else which commands have it.
func (c *command) meantFlag(flag string, parser *kong.Kong, args []string) []string {
	if near := nearest.Of(flag, flagsOf(parser)); len(near) > 0 && strings.HasPrefix(flag, "--") {
		return []string{"did you mean: " + line(slices.Concat([]string{c.name}, replaced(args, flag, near[0])))}
	}
	var owners []string
	for _, other := range commands() {
		if p, err := other.parser(Streams{}); err == nil && slices.Contains(flagsOf(p), flag) {
			owners = append(owners, "mdck "+other.name)
		}
	}
	if len(owners) == 0 {
		return nil
	}
	return []string{flag + " is a flag of " + strings.Join(owners, ", ")}
}

// meantValue is the command line with the value that is nearest to the one that
// was given.
func (c *command) meantValue(value string, values, args []string) []string {
	near := nearest.Of(strings.ToLower(value), values)
	if len(near) == 0 {
		return nil
	}
	return []string{"did you mean: " + line(slices.Concat([]string{c.name}, replaced(args, value, near[0])))}
}

// flagsOf are the flags that a command line for parser may have, with their
// dashes.
func flagsOf(parser *kong.Kong) []string {
	all := slices.Clone(parser.Model.Flags)
	for _, child := range parser.Model.Children {
		all = append(all, child.Flags...)
	}
	var flags []string
	for _, f := range all {
		flags = append(flags, "--"+f.Name)
		if f.Short != 0 {
			flags = append(flags, "-"+string(f.Short))
		}
	}
	return flags
}

// replaced are args with old, alone or on one side of an equals sign, made new.
func replaced(args []string, old, with string) []string {
	args = slices.Clone(args)
	for i, a := range args {
		name, value, both := strings.Cut(a, "=")
		switch {
		case a == old:
			args[i] = with
		case both && name == old:
			args[i] = with + "=" + value
		case both && value == old:
			args[i] = name + "=" + with
		}
	}
	return args
}

// alternatives lists values: "a, b or c".
func alternatives(values []string) string {
	last := len(values) - 1
	if last < 1 {
		return strings.Join(values, "")
	}
	return strings.Join(values[:last], ", ") + " or " + values[last]
}

// line is a command line that can be pasted into a shell.
func line(args []string) string {
	quoted := []string{"mdck"}
	for _, a := range args {
		quoted = append(quoted, quote(a))
	}
	return strings.Join(quoted, " ")
}

// quote is an argument as a shell wants it.
func quote(arg string) string {
	plain := func(r rune) bool {
		return r >= 0x80 || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_=./:,@%+", r)
	}
	if arg != "" && !strings.ContainsFunc(arg, func(r rune) bool { return !plain(r) }) {
		return arg
	}
	return "'" + strings.ReplaceAll(arg, "'", `'\''`) + "'"
}

// errNoCommand says that nothing was asked for.
var errNoCommand = errors.New("no command")
