package config

import (
	"strconv"
	"strings"

	"mdck/lint"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/schema"
	"mdck/tokens"
)

// Name is the name of a configuration file.
const Name = ".mdck.yaml"

const (
	keyVersion    = "version"
	keyEncoding   = "encoding"
	keyEstimates  = "estimates"
	keySkillDir   = "skill-dir"
	keyTeam       = "team"
	keyFailOn     = "fail-on"
	keyBaseline   = "baseline"
	keyIgnore     = "ignore"
	keyBudgets    = "budgets"
	keySeverities = "severities"
)

// failOn lists the values of fail-on, the default first.
var failOn = []string{"error", "warning", "never"}

// A keySet describes the keys of a configuration. Checks, schema, variables, defaults and
// documentation are made from it.
type keySet struct {
	protocols *protocol.Table
	settings  []protocol.Setting
	root      jsondoc.Field
	leaves    []leaf // keys with a value; one leaf for all severities
	keys      []leaf // the leaves, and a key for the severity of each rule
}

func newKeySet(p *protocol.Table) *keySet {
	k := &keySet{protocols: p}
	for _, row := range p.All() {
		if row.Settings != nil {
			k.settings = append(k.settings, row.Settings()...)
		}
	}
	k.root = jsondoc.Field{Kind: jsondoc.Object, Fields: k.fields()}
	k.leaves = appendLeaves(nil, "", &k.root)
	for _, l := range k.leaves {
		k.keys = append(k.keys, l)
		if l.key == keySeverities {
			k.keys = appendLeaves(k.keys, keySeverities+".", l.field)
		}
	}
	return k
}

func (k *keySet) fields() []jsondoc.Field {
	versions, encodings := lint.Versions(), tokens.Encodings()
	ignored := protocol.Pattern()
	all := []jsondoc.Field{
		{
			Name: keyVersion, Kind: jsondoc.String | jsondoc.Number, Values: versions, Default: jsondoc.Quote(versions[len(versions)-1]),
			Doc: "Use the rules of this version of mdck. Rules that later versions added are off.",
		},
		{
			Name: keyEncoding, Kind: jsondoc.String, Values: encodings, Default: jsondoc.Quote(tokens.Default),
			Doc: "The encoding for counting tokens.",
		},
		{
			Name: keyEstimates, Kind: jsondoc.Object, Fields: estimates(),
			Doc: "Factors for estimating the tokens of Claude models. The factor of a model applies to all models of its generation.",
		},
		{
			Name: keySkillDir, Kind: jsondoc.String, MinLen: 1,
			Doc: "The directory of the ohrfc skill, relative to the directory of this file. A restart sequence refers to files in it.",
		},
		{
			Name: keyFailOn, Kind: jsondoc.String, Values: failOn, Default: jsondoc.Quote(failOn[0]),
			Doc: "mdck lint exits with status 1 if a finding has at least this severity.",
		},
		{
			Name: keyBaseline, Kind: jsondoc.String,
			Doc: "The file of known findings, relative to the directory of this file. mdck lint hides these findings. An empty value means no baseline.",
		},
		{
			Name: keyIgnore, Kind: jsondoc.Array, Default: "[]", Elem: &ignored,
			Doc: "Patterns of files and directories that a search ignores. A pattern is a path with slashes, relative to the directory of this file; it can contain *, **, ? and [a-z]. Everything below a matching directory is ignored, too.",
		},
		{
			Name: keyBudgets, Kind: jsondoc.Object, Fields: budgetFields(k.protocols),
			Doc: "The maximum size of a checkpoint, by protocol.",
		},
		{
			Name: keySeverities, Kind: jsondoc.Object, Fields: severities(k.protocols.Rules()),
			Doc: "The severity of a rule, by its id: error, warning, or off.",
		},
	}
	for _, s := range k.settings {
		all = append(all, s.Field)
	}
	return all
}

var budgets = [...]struct {
	name, doc string
	in        func(*schema.Limits) *int
	rule      string // rule that the protocol must have, without the name of the protocol; "" for none
}{
	{"lines", "The maximum number of lines in the file.", func(l *schema.Limits) *int { return &l.Lines }, ""},
	{"group-lines", "The maximum number of lines in each section of level 2.", func(l *schema.Limits) *int { return &l.GroupLines }, ""},
	{"tokens", "The maximum number of tokens in the file.", func(l *schema.Limits) *int { return &l.Tokens }, ""},
	{"characters", "The maximum number of Unicode characters in the file.", func(l *schema.Limits) *int { return &l.Characters }, "/character-budget"},
}

func budgetFields(p *protocol.Table) (all []jsondoc.Field) {
	for _, row := range p.All() {
		if row.Limits == (schema.Limits{}) {
			continue
		}
		files := row.Searched
		if row.Home != "" {
			files = row.Home + "/<id>/" + row.HomeFile
		}
		f := jsondoc.Field{Name: row.Name, Kind: jsondoc.Object, Doc: "Budgets of " + files + "."}
		for _, b := range budgets {
			if b.rule == "" || p.Rules().ByID(row.Name+b.rule) != nil {
				f.Fields = append(f.Fields, budgetField(b.name, b.doc, *b.in(&row.Limits)))
			}
		}
		all = append(all, f)
	}
	return all
}

func budgetField(name, doc string, usual int) jsondoc.Field {
	f := jsondoc.Field{Name: name, Kind: jsondoc.Int, HasMin: true, Min: 1, Doc: doc}
	if usual > 0 {
		f.Default = strconv.Itoa(usual)
	}
	return f
}

func estimates() (all []jsondoc.Field) {
	for _, g := range tokens.Generations() {
		all = append(all, jsondoc.Field{
			Name: g.Name, Kind: jsondoc.Number, HasMin: true, Min: 1, Default: strconv.FormatFloat(g.Factor, 'g', -1, 64),
			Doc: "Estimated tokens of " + g.Models + " for each token of o200k_base.",
		})
	}
	return all
}

func severities(rules lint.RuleSet) (all []jsondoc.Field) {
	for _, r := range rules {
		if r.Unreadable() {
			continue
		}
		all = append(all, jsondoc.Field{Name: r.ID, Kind: jsondoc.String, Values: []string{"error", "warning", "off"}, Doc: r.Summary})
	}
	return all
}

type leaf struct {
	key   string // for example budgets.ohrfc.lines
	field *jsondoc.Field
}

func appendLeaves(all []leaf, prefix string, f *jsondoc.Field) []leaf {
	for i := range f.Fields {
		key := prefix + f.Fields[i].Name
		if f.Fields[i].Fields == nil || key == keySeverities {
			all = append(all, leaf{key, &f.Fields[i]})
			continue
		}
		all = appendLeaves(all, key+".", &f.Fields[i])
	}
	return all
}

func (l *leaf) defaultText() string { return strings.Trim(l.field.Default, `"[]`) }

// variable returns "" for version, because MDCK_VERSION is the release to install.
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

// A Key is a key that --set accepts.
type Key struct {
	Name string // such as budgets.ohrfc.lines, severities.ohrfc/title
	Doc  string
}

// Keys returns all keys in the order of the table.
func (l *Loader) Keys() (all []Key) {
	for _, leaf := range l.keys().keys {
		if leaf.key != keySeverities {
			all = append(all, Key{leaf.key, leaf.field.Doc})
		}
	}
	return all
}
