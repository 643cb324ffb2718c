package cli

import (
	"errors"
	"fmt"
	"io"
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
	{"resume", "bootstrap"}, {"restart", "bootstrap"}, {"start", "bootstrap"}, {"tree", "show"}, {"compare", "diff"}, {"rules", "explain"}, {"settings", "config"}, {"count", "tokens"}, {"wc", "tokens"},
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
		if name == "-v" || name == "-V" {
			return hinted(err, "did you mean: mdck version", list)
		}
		i := slices.IndexFunc(args, func(a string) bool { return slices.Contains(names, a) })
		if i < 0 {
			return hinted(err, "flags come after the command: mdck COMMAND "+quote(name), list)
		}
		for k := range all {
			if mended, ok := all[k].mend(slices.Concat(args[:i], args[i+1:])); ok && all[k].name == args[i] {
				return hinted(err, "flags come after the command: "+line(append([]string{args[i]}, mended...)), list)
			}
		}
		return hinted(err, "flags come after the command", list)
	}
	err := fmt.Errorf("unknown command %q", name)
	meant := nearestOf(strings.ToLower(name), append(names, "help"))
	for _, s := range synonyms {
		if s.word == strings.ToLower(name) {
			meant = s.command
		}
	}
	if meant == "" {
		return hinted(err, list)
	}
	return hinted(err, "did you mean: "+line(append([]string{meant}, corrected(meant, args[1:], all)...)), list)
}

// corrected are args of the command called name, mended if they can be.
func corrected(name string, args []string, all []command) []string {
	for i := range all {
		if all[i].name == name {
			if mended, ok := all[i].mend(args); ok {
				return mended
			}
		}
	}
	return args
}

// nearestOf is the one of known that name is the beginning of, if it is of one
// only, else the one that is spelled most like it; "" if none is.
func nearestOf(name string, known []string) string {
	var longer []string
	for _, k := range known {
		if strings.HasPrefix(k, name) && strings.TrimLeft(name, "-") != "" {
			longer = append(longer, k)
		}
	}
	if len(longer) != 1 {
		longer = nearest.Of(name, known)
	}
	if len(longer) == 0 {
		return ""
	}
	return longer[0]
}

// maxMended is how many slips of one command line are mended.
const maxMended = 5

// mend gives a command line that can be parsed, made of args by putting the nearest
// flags and values in the place of those that are unknown.
func (c *command) mend(args []string) (mended []string, ok bool) {
	for range maxMended {
		parser, err := c.parser(Streams{Out: io.Discard, Err: io.Discard})
		if err != nil {
			return nil, false
		}
		_, err = parser.Parse(args)
		if err == nil {
			return args, true
		}
		old, with := c.slip(err, parser)
		if with == "" {
			return nil, false
		}
		args = replaced(args, old, with)
	}
	return nil, false
}

// slip is the part of a command line that err is about, and what was meant.
func (c *command) slip(err error, parser *kong.Kong) (old, meant string) {
	if flag := unknownFlag(err); strings.HasPrefix(flag, "--") {
		return flag, nearestOf(strings.ToLower(flag), flagsOf(parser))
	}
	if _, value, values := wrongValue(err); value != "" {
		return value, nearestOf(strings.ToLower(value), values)
	}
	return "", ""
}

// unknownFlag is the flag that err says is unknown; "" if it says something else.
func unknownFlag(err error) string {
	rest, ok := strings.CutPrefix(err.Error(), "unknown flag ")
	if !ok {
		return ""
	}
	return firstOf(strings.Cut(rest, ", did you mean"))
}

// wrongValue is the flag or argument whose value err says is none of values.
func wrongValue(err error) (name, value string, values []string) {
	m := regexp.MustCompile(`^(\S+) must be one of (.*) but got "(.*)"$`).FindStringSubmatch(err.Error())
	if m == nil {
		return "", "", nil
	}
	values = strings.Split(strings.ReplaceAll(m[2], `"`, ""), ",")
	return strings.Trim(m[1], "<>"), m[3], slices.DeleteFunc(values, func(v string) bool { return v == "" })
}

// misuse explains why args make no sense to parser, the parser of c: what was
// wrong, and the command line that would have worked if it can be told.
func (c *command) misuse(err error, parser *kong.Kong, args []string) error {
	help := "mdck " + c.name + " --help shows the flags, with examples"
	text := err.Error()
	if flag := unknownFlag(err); flag != "" {
		if mended := behindDashes(parser, args); mended != nil && c.name == "append" {
			text := mended[len(mended)-1]
			return hinted(fmt.Errorf("append: %q is taken for a flag", text), "-b="+quote(text)+" gives a text that begins with -, and so does standard input")
		} else if mended != nil {
			text := mended[len(mended)-1]
			return hinted(fmt.Errorf("%s: %q is taken for a flag", c.name, text), "a text that begins with - goes behind --: "+line(append(strings.Fields(c.name), mended...)))
		}
		hints := append(c.meant(err, parser, args), c.owners(flag, parser)...)
		return hinted(fmt.Errorf("%s: unknown flag %s", c.name, flag), append(hints, help)...)
	}
	if name, value, values := wrongValue(err); name != "" {
		return hinted(fmt.Errorf("%s: %s is %q, want %s", c.name, name, value, alternatives(values)), append(append(c.meant(err, parser, args), makerOf(c.name, value)...), help)...)
	}
	if m := regexp.MustCompile(`(?s)^(-\S+): expected string value but got "(-.*)" \(`).FindStringSubmatch(text); m != nil {
		return hinted(fmt.Errorf("%s: %s wants a value, and %q is taken for a flag", c.name, m[1], m[2]), "a text that begins with - goes behind =: "+m[1]+"="+quote(m[2]), help)
	}
	if m := regexp.MustCompile(`^(-\S+): (?:expected .* value but got "EOL" \(<EOL>\)|missing value.*)$`).FindStringSubmatch(text); m != nil {
		return hinted(fmt.Errorf("%s: %s wants a value", c.name, m[1]), help)
	}
	if name, ok := strings.CutPrefix(text, "unexpected argument "); ok {
		name = firstOf(strings.Cut(name, ", did you mean"))
		if parser.Model.Children != nil {
			return c.unknownBelow(name, parser, args, help)
		}
		return hinted(fmt.Errorf("%s: one argument too many: %s", c.name, name), help)
	}
	if m := regexp.MustCompile(`^(-\S+): expected duration but got "([0-9]+)"`).FindStringSubmatch(text); m != nil {
		return hinted(fmt.Errorf("%s: %s is %q, want a time with its unit, such as %ss", c.name, m[1], m[2], m[2]), help)
	}
	if m := regexp.MustCompile(`^(-\S+): expected (?:u?int|float) value but got "(-[^"]*)"`).FindStringSubmatch(text); m != nil {
		return hinted(fmt.Errorf("%s: %s is %q, want a number from 0 on", c.name, m[1], m[2]), help)
	}
	if strings.HasPrefix(c.name, "agents ") && strings.HasPrefix(text, `expected "<agent>`) {
		return hinted(fmt.Errorf("%s: want an agent", c.name), append(agentHint(), help)...)
	}
	return hinted(fmt.Errorf("%s: %w", c.name, err), help)
}

// behindDashes are args with a text in them that cannot be a flag, though it begins
// with a dash, put behind --; nil if there is none, or none is wanted.
func behindDashes(parser *kong.Kong, args []string) []string {
	flag := regexp.MustCompile(`^--?[A-Za-z][A-Za-z0-9-]*(=|$)`)
	i := slices.IndexFunc(args, func(a string) bool { return isFlag(a) && !flag.MatchString(a) })
	if i < 0 || len(parser.Model.Positional) == 0 || slices.Contains(args, "--") {
		return nil
	}
	return slices.Concat(args[:i], args[i+1:], []string{"--", args[i]})
}

// meant is the command line that would have worked, or else what is nearest to
// the part that err is about.
func (c *command) meant(err error, parser *kong.Kong, args []string) []string {
	old, with := c.slip(err, parser)
	if with == "" {
		return nil
	}
	if mended, ok := c.mend(args); ok {
		return []string{"did you mean: " + line(append(strings.Fields(c.name), mended...))}
	}
	return []string{fmt.Sprintf("the nearest to %s is %s", old, with)}
}

// owners says which other commands have the flag, if parser has none like it.
func (c *command) owners(flag string, parser *kong.Kong) []string {
	if nearestOf(strings.ToLower(flag), flagsOf(parser)) != "" && strings.HasPrefix(flag, "--") {
		return nil
	}
	var owners []string
	for _, other := range withBelow(commands()) {
		if p, err := other.parser(Streams{}); err == nil && slices.Contains(flagsOf(p), flag) {
			owners = append(owners, "mdck "+other.name)
		}
	}
	const most = 6
	if len(owners) == 0 {
		return nil
	}
	if n := len(owners) - most; n > 1 {
		owners = append(owners[:most:most], fmt.Sprintf("%d more", n))
	}
	return []string{flag + " is a flag of " + strings.Join(owners, ", ")}
}

// unknownBelow is for a command that has commands of its own.
func (c *command) unknownBelow(name string, parser *kong.Kong, args []string, help string) error {
	var known []string
	for _, child := range parser.Model.Children {
		known = append(known, child.Name)
	}
	err := fmt.Errorf("%s: unknown command %q, want %s", c.name, name, alternatives(known))
	if near := nearestOf(strings.ToLower(name), known); near != "" {
		return hinted(err, "did you mean: "+line(slices.Concat([]string{c.name}, replaced(args, name, near))), help)
	}
	return hinted(err, help)
}

func firstOf(before, _ string, _ bool) string { return before }

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
