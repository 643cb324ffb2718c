package app

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/kong"

	"mdck/internal/nearest"
)

// DidYouMean returns a hint such as "did you mean: mdck lint", or nil.
func DidYouMean(prefix, name string, known []string) []string {
	near := NearestName(strings.ToLower(name), known)
	if near == "" {
		return nil
	}
	return []string{"did you mean: " + prefix + near}
}

// NearestName returns the known name that name abbreviates or resembles, or "".
func NearestName(name string, known []string) string {
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

func (c *Command) misuse(err error, parser *kong.Kong, args []string) error {
	text, hints := explainMisuse(err.Error(), FlagsOf(parser), args)
	if i := slices.IndexFunc(args, func(a string) bool { return IsFlag(a) && strings.ContainsAny(a, " \n") }); i >= 0 {
		text = strconv.Quote(args[i]) + " begins with -, so it is read as a flag"
		hints = []string{"write -- before an argument that begins with -", "write --FLAG=VALUE if the value of a flag begins with -"}
	}
	hints = append(hints, "to list the flags, with examples: mdck "+c.Name+" --help")
	return WithHints(fmt.Errorf("%s: %s", c.Name, text), hints...)
}

func explainMisuse(text string, flags, args []string) (plain string, hints []string) {
	text, _, _ = strings.Cut(text, ", did you mean ") // kong suggests a worse name if letters are swapped
	text, _, _ = strings.Cut(text, "; perhaps try ")
	if flag, ok := strings.CutPrefix(text, "unknown flag "); ok {
		if flag = wholeFlag(flag, args); utf8.RuneCountInString(flag) == 2 { // any letter would resemble -h
			return "unknown flag " + flag, []string{"write -- before an argument that begins with -"}
		}
		return "unknown flag " + flag, DidYouMean("", "--"+strings.TrimLeft(flag, "-"), flags)
	}
	if arg, ok := strings.CutPrefix(text, "unexpected argument "); ok {
		isFirst := slices.IndexFunc(args, func(a string) bool { return !IsFlag(a) }) == slices.Index(args, arg)
		if isFirst && !IsFlag(arg) && slices.Contains(flags, "--track") { // the loop commands choose a track by the flag only
			return "unexpected argument " + arg, []string{"write --track " + Quote(arg) + " to work on " + Quote(arg)}
		}
		return "unexpected argument " + arg, []string{"put quotes around a text of several words"}
	}
	if args, ok := strings.CutPrefix(text, "expected "); ok {
		return "missing " + strings.Trim(args, `". `), nil
	}
	if name, rest, ok := strings.Cut(text, " must be one of "); ok {
		list, value, _ := strings.Cut(strings.ReplaceAll(rest, `"`, ""), " but got ")
		values := strings.Split(strings.TrimPrefix(list, ","), ",")
		return fmt.Sprintf("%s is %q; expected %s", strings.Trim(name, "[<>]"), value, Alternatives(values)), DidYouMean("", value, values)
	}
	flag, rest, _ := strings.Cut(text, ": ")
	if strings.HasPrefix(rest, "missing value") || strings.HasSuffix(rest, "(<EOL>)") {
		return flag + " requires a value", nil
	}
	if strings.HasSuffix(rest, "(short flag)") {
		return flag + " requires a value", []string{"if the value begins with -, write " + flag + "=VALUE"}
	}
	if value, ok := strings.CutPrefix(rest, "expected duration but got "); ok {
		value, _, _ = strings.Cut(value, ": ")
		return flag + " is " + value + "; expected a duration, such as 10s", nil
	}
	if strings.HasPrefix(rest, "bool value must be ") {
		return flag + " takes no value", nil
	}
	return text, nil
}

// wholeFlag returns the argument that begins with flag, such as "-json" for "-j", otherwise flag.
func wholeFlag(flag string, args []string) string {
	for _, arg := range args {
		if !strings.HasPrefix(flag, "--") && strings.HasPrefix(arg, flag) {
			name, _, _ := strings.Cut(arg, "=")
			return name
		}
	}
	return flag
}

// Detail returns arg, the second argument, or value, that of the flag. Exactly one must be given.
func Detail(name, noun, flag, arg, value string) (string, error) {
	switch {
	case arg == "" && value == "":
		return "", Errorf("give the "+noun+" as the second argument or with --"+flag, "%s: the %s is missing", name, noun)
	case arg != "" && value != "":
		return "", fmt.Errorf("%s: the %s is given twice: %q and --%s=%q", name, noun, arg, flag, value)
	}
	return arg + value, nil
}

// FlagsOf returns the flags of a parser, with dashes.
func FlagsOf(parser *kong.Kong) (flags []string) {
	for _, f := range parser.Model.Flags {
		flags = append(flags, "--"+f.Name)
		if f.Short != 0 {
			flags = append(flags, "-"+string(f.Short))
		}
	}
	return flags
}
