package config

import (
	"strconv"
	"strings"
	"sync"

	"mdck/lint"
	"mdck/mdcheckpoint/ccc"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/ohrfc"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/protocols"
	"mdck/tokens"
)

// Name is how a configuration file is called.
const Name = ".mdck.yaml"

// The keys that the code asks for by name.
const (
	keyVersion    = "version"
	keyEncoding   = "encoding"
	keyEstimates  = "estimates"
	keySkillDir   = "skill-dir"
	keyTeam       = "team"
	keyFailOn     = "fail-on"
	keyBaseline   = "baseline"
	keyIgnore     = "ignore"
	keyLines      = "budgets.ohrfc.lines"
	keyGroupLines = "budgets.ohrfc.group-lines"
	keyTokens     = "budgets.ohrfc.tokens"
	keySeverities = "severities"
	keyThresholds = "thresholds"
	keyTriggers   = "triggers"
	keyFormats    = "formats"
)

// A keySet is the one description of a configuration for some protocols: checks, the
// JSON Schema, the names of environment variables, defaults and documents are made of it.
type keySet struct {
	protocols *protocol.Table
	root      jsondoc.Field
	leaves    []leaf // the keys; the severities are one, and so are the triggers and the formats
	keys      []leaf // the leaves, and behind the severities each of them
}

// ownKeys is the table for the protocols of mdck.
var ownKeys = sync.OnceValue(func() *keySet { return newKeySet(protocols.Default()) })

func newKeySet(p *protocol.Table) *keySet {
	k := &keySet{protocols: p, root: fields(p)}
	k.leaves = below(nil, "", &k.root)
	for _, l := range k.leaves {
		k.keys = append(k.keys, l)
		if l.key == keySeverities {
			k.keys = below(k.keys, keySeverities+".", l.field)
		}
	}
	return k
}

func fields(p *protocol.Table) jsondoc.Field {
	versions, encodings := lint.Versions(), tokens.Encodings()
	limits := ohrfc.DefaultLimits
	return jsondoc.Field{Kind: jsondoc.Object, Fields: []jsondoc.Field{
		{
			Name: keyVersion, Kind: jsondoc.String | jsondoc.Number, Values: versions, Default: jsondoc.Quote(versions[len(versions)-1]),
			Doc: "The rule set to go by. Rules that are newer are off.",
		},
		{
			Name: keyEncoding, Kind: jsondoc.String, Values: encodings, Default: jsondoc.Quote(encodings[0]),
			Doc: "The encoding that tokens are counted in.",
		},
		{
			Name: keyEstimates, Kind: jsondoc.Object, Fields: estimates(),
			Doc: "Factors that the tokens of Claude models are estimated by, by a model of the generation.",
		},
		{
			Name: keySkillDir, Kind: jsondoc.String, MinLen: 1,
			Doc: "The directory of the ohrfc skill, whose references bootstrap names; relative to the directory of this file.",
		},
		{
			Name: keyTeam, Kind: jsondoc.String, Pattern: teamSyntax, Match: matcher(teamSyntax), Default: jsondoc.Quote(ccc.DefaultTeam),
			Wanted: "what the ids of issues begin with, such as CIA of CIA-123, or * for any",
			Doc:    "The team whose issues sessions of ccc work on: what their ids begin with, as CIA of CIA-123; * is any.",
		},
		{
			Name: keyFailOn, Kind: jsondoc.String, Values: []string{"error", "warning", "never"}, Default: `"error"`,
			Doc: "The least severity of a finding that makes mdck lint exit with 1.",
		},
		{
			Name: keyBaseline, Kind: jsondoc.String,
			Doc: "The file of findings that mdck lint knows and is silent about; relative to the directory of this file. Empty is none.",
		},
		{
			Name: keyIgnore, Kind: jsondoc.Array, Default: "[]", Elem: new(pattern()),
			Doc: "Patterns of what not to look at when a directory is walked: paths with slashes, relative to the directory of this file, with *, **, ? and [a-z]. What lies below a directory that matches is ignored, too.",
		},
		{
			Name: "budgets", Kind: jsondoc.Object, Doc: "How large a checkpoint may be, by protocol.",
			Fields: []jsondoc.Field{{
				Name: "ohrfc", Kind: jsondoc.Object, Doc: "Budgets of .ohrfc/<id>/checkpoint.md.",
				Fields: []jsondoc.Field{
					budget("lines", limits.Lines, "Lines of the file."),
					budget("group-lines", limits.GroupLines, "Lines of each section of level 2."),
					budget("tokens", limits.Tokens, "Tokens of the file."),
				},
			}},
		},
		{
			Name: keySeverities, Kind: jsondoc.Object, Fields: severities(p.Rules()),
			Doc: "What findings of a rule count as, by the id of the rule: error, warning, or off.",
		},
		thresholdsField(),
		triggersField(),
		formatsField(),
	}}
}

// pattern is a pattern of a path.
func pattern() jsondoc.Field {
	return jsondoc.Field{
		Kind: jsondoc.String, Pattern: patternSyntax, Match: matchesPattern,
		Wanted: "a pattern of a path below this directory, such as docs/** or old-[0-9]*/x.md",
	}
}

// estimates are the fields for the generations of models.
func estimates() []jsondoc.Field {
	var all []jsondoc.Field
	for _, g := range tokens.Generations() {
		all = append(all, jsondoc.Field{
			Name: g.Name, Kind: jsondoc.Number, HasMin: true, Min: 1, Default: strconv.FormatFloat(g.Factor, 'g', -1, 64),
			Doc: "About how many tokens " + g.Models + " have for each of o200k_base.",
		})
	}
	return all
}

func budget(name string, limit int, doc string) jsondoc.Field {
	return jsondoc.Field{Name: name, Kind: jsondoc.Int, HasMin: true, Min: 1, Default: strconv.Itoa(limit), Doc: doc}
}

// severities are the fields for the rules. What says that a file cannot be read
// stays an error: nothing else would be said of such a file.
func severities(rules lint.RuleSet) []jsondoc.Field {
	var all []jsondoc.Field
	for _, r := range rules {
		if r.Unreadable() {
			continue
		}
		all = append(all, jsondoc.Field{Name: r.ID, Kind: jsondoc.String, Values: []string{"error", "warning", "off"}, Doc: r.Summary})
	}
	return all
}

// patternSyntax is the regular expression of the patterns of ignore: characters
// and classes with single slashes between them. It keeps out what never matches
// or means more to the matcher than is promised here: a slash, a ! or two dots
// in front, braces and backslashes.
const (
	patternSyntax = `^\.?` + patternFirst + `(/?` + patternNext + `)*/?$`
	patternFirst  = `([^\[\]{}\\/!.]|` + patternClass + `)`
	patternNext   = `([^\[\]{}\\/]|` + patternClass + `)`
	patternClass  = `\[[!^]?(` + patternOne + `(-` + patternOne + `)?)+\]`
	patternOne    = `[^\[\]{}\\/!^-]`
)

// matchesPattern reports whether s has the form of patternSyntax.
var matchesPattern = matcher(patternSyntax)

// teamSyntax is the regular expression of a team.
const teamSyntax = `^([A-Za-z][A-Za-z0-9]*|\*)$`

// A leaf is a key that has a value of its own.
type leaf struct {
	key   string // budgets.ohrfc.lines
	field *jsondoc.Field
}

func below(all []leaf, prefix string, f *jsondoc.Field) []leaf {
	for i := range f.Fields {
		key := prefix + f.Fields[i].Name
		if f.Fields[i].Fields == nil || key == keySeverities {
			all = append(all, leaf{key, &f.Fields[i]})
			continue
		}
		all = below(all, key+".", &f.Fields[i])
	}
	return all
}

// variable is the name of the environment variable for l; "" for the version:
// MDCK_VERSION says to installers which release to fetch.
func (l *leaf) variable() string {
	if l.key == keyVersion {
		return ""
	}
	return envPrefix + strings.ToUpper(strings.NewReplacer(".", "_", "-", "_").Replace(l.key))
}

// Schema returns the JSON Schema of a configuration file.
func (l *Loader) Schema() string {
	return jsondoc.Schema("Configuration of mdck ("+Name+")", l.keys().root)
}

// A Key is a key that --set takes.
type Key struct {
	Name   string // budgets.ohrfc.lines, severities.ohrfc/title
	Doc    string
	Values []string // what it may be, if that is a choice of few
}

// Keys returns all keys in the order of the table, each severity for itself.
func (l *Loader) Keys() []Key {
	var all []Key
	for _, leaf := range l.keys().keys {
		if leaf.key != keySeverities {
			all = append(all, Key{leaf.key, leaf.field.Doc, leaf.field.Values})
		}
	}
	return all
}
