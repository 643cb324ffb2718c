package config

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"sort"
	"strings"

	"mdck/internal/nearest"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/source"
)

// An overlay has the values of one source by key, such as severities.ohrfc/title.
type overlay map[string]setting

type setting struct {
	value  *jsondoc.Value
	origin string
	at     source.Position
	base   string // absolute directory of paths in the value
}

func (k *keySet) fromFile(doc *jsondoc.Document, base string) overlay {
	set := overlay{}
	add := func(key string, v *jsondoc.Value) {
		at := doc.File.Position(v.Span.Start)
		set[key] = setting{value: v, origin: at.String(), at: at, base: base}
	}
	for _, l := range k.leaves {
		switch v := doc.Root.Get(strings.Split(l.key, ".")...); {
		case v == nil:
		case l.key == keySeverities:
			for _, m := range v.Members {
				add(l.key+"."+m.Key, m.Value)
			}
		default:
			add(l.key, v)
		}
	}
	return set
}

// A Flag is a key on the command line.
type Flag struct {
	Key   string // such as encoding, budgets.ohrfc.lines, severities.ohrfc/title
	Value string // commas separate list elements
	Name  string // as on the command line: --encoding, --set
}

const setFlag = "--set"

// Set parses arg, the KEY=VALUE of --set.
func Set(arg string) (Flag, error) {
	key, value, ok := strings.Cut(arg, "=")
	if !ok || key == "" {
		return Flag{}, fmt.Errorf("--set %q: expected KEY=VALUE", arg)
	}
	return Flag{Key: strings.TrimSpace(key), Value: value, Name: setFlag}, nil
}

func (l *Loader) overlay() (overlay, error) {
	set := overlay{}
	if len(l.Flags) == 0 && !slices.ContainsFunc(l.Environ, isOwn) {
		return set, nil
	}
	base, err := l.Base, error(nil)
	if base == "" {
		base, err = os.Getwd()
	}
	if err != nil {
		return nil, err
	}
	var errs []error
	keys := l.keys()
	for _, leaf := range keys.leaves {
		name := leaf.variable()
		if text := l.getenv(name); name != "" && text != "" {
			errs = append(errs, keys.set(set, leaf.key, text, name, base))
		}
	}
	for _, f := range l.Flags {
		errs = append(errs, keys.set(set, f.Key, f.Value, f.Name, base))
	}
	return set, errors.Join(errs...)
}

// set sets key to text in o. name is the variable or flag.
func (k *keySet) set(o overlay, key, text, name, base string) error {
	field, path, err := k.lookUp(key)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	v, err := parseText(field, text)
	if err != nil {
		return fmt.Errorf("%s: %s %w", name, key, err)
	}
	doc := &jsondoc.Document{File: source.NewFile("", ""), Root: wrap(path, v)}
	var errs []error
	for _, p := range k.check(doc) {
		message := name + ": " + p.Message
		if name != setFlag { // then the name says the key
			message = strings.Replace(message, ": "+jsondoc.Quote(path[len(path)-1]), "", 1)
		}
		errs = append(errs, errors.New(message))
	}
	if errs != nil {
		return errors.Join(errs...)
	}
	if key != keySeverities {
		o[key] = setting{value: v, origin: name, base: base}
		return nil
	}
	for _, m := range v.Members {
		o[key+"."+m.Key] = setting{value: m.Value, origin: name, base: base}
	}
	return nil
}

func (k *keySet) lookUp(key string) (*jsondoc.Field, []string, error) {
	var known []string
	for _, l := range k.keys {
		if l.key == key {
			return l.field, strings.Split(key, "."), nil
		}
		known = append(known, l.key)
	}
	return nil, nil, unknown(key, known)
}

func unknown(key string, known []string) error {
	var inside []string
	for _, k := range known {
		if strings.HasPrefix(k, key+".") {
			inside = append(inside, k)
		}
	}
	if inside != nil {
		return fmt.Errorf("%q is a group of keys; expected one of %s", key, strings.Join(inside, ", "))
	}
	hint := nearest.Hint(key, known)
	if hint == "" {
		hint = "; to list the keys: mdck config show"
	}
	return fmt.Errorf("unknown key %q%s", key, hint)
}

func wrap(path []string, v *jsondoc.Value) *jsondoc.Value {
	for i := len(path) - 1; i >= 0; i-- {
		v = &jsondoc.Value{Kind: jsondoc.Object, Members: []jsondoc.Member{{Key: path[i], Value: v}}}
	}
	return v
}

func (k *keySet) check(doc *jsondoc.Document) []jsondoc.Problem {
	problems := doc.Check(k.root)
	for _, s := range k.settings {
		v := doc.Root.Get(s.Name)
		if s.Check == nil || v == nil {
			continue
		}
		for _, p := range s.Check(v, k.protocols) {
			if !slices.ContainsFunc(problems, func(known jsondoc.Problem) bool { return known.Span == p.Span && known.Class == p.Class }) {
				problems = append(problems, p)
			}
		}
	}
	sort.SliceStable(problems, func(i, j int) bool { return problems[i].Span.Start < problems[j].Span.Start })
	return problems
}

func readJSON(text, what string) (*jsondoc.Value, error) {
	d, err := jsondoc.Parse("", text)
	if located, ok := errors.AsType[*source.Error](err); ok {
		err = located.Err
	}
	if err != nil {
		return nil, fmt.Errorf("must be %s: %w", what, err)
	}
	return d.Root, nil
}

func parseText(f *jsondoc.Field, text string) (*jsondoc.Value, error) {
	if f.Wanted != "" && f.Kind&(jsondoc.Array|jsondoc.Object) != 0 {
		return readJSON(text, f.Wanted)
	}
	switch f.Kind {
	case jsondoc.Int, jsondoc.Number:
		text = strings.TrimSpace(text)
		if v := jsondoc.Literal(text, source.Span{}); json.Valid([]byte(text)) && v.Kind&f.Kind != 0 {
			return v, nil
		}
		what := "number"
		if f.Kind == jsondoc.Int {
			what = "whole number"
		}
		return nil, fmt.Errorf("is %q; expected a %s of %d or more", text, what, f.Min)
	case jsondoc.Array:
		v := &jsondoc.Value{Kind: jsondoc.Array}
		for _, item := range splitList(text) {
			v.Elements = append(v.Elements, textValue(item))
		}
		return v, nil
	case jsondoc.Object:
		v := &jsondoc.Value{Kind: jsondoc.Object}
		for _, item := range splitList(text) {
			id, level, ok := strings.Cut(item, "=")
			if !ok {
				return nil, fmt.Errorf("has %q; expected ID=LEVEL", item)
			}
			v.Members = append(v.Members, jsondoc.Member{Key: strings.TrimSpace(id), Value: textValue(strings.TrimSpace(level))})
		}
		return v, nil
	default:
		return textValue(text), nil
	}
}

func textValue(text string) *jsondoc.Value {
	return jsondoc.Literal(jsondoc.Quote(text), source.Span{})
}

func splitList(text string) (all []string) {
	for _, item := range strings.Split(text, ",") {
		if item = strings.TrimSpace(item); item != "" {
			all = append(all, item)
		}
	}
	return all
}
