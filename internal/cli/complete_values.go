package cli

import (
	"os"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"mdck/internal/config"
	"mdck/internal/hook"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/ccc"
	"mdck/mdcheckpoint/format"
	"mdck/mdcheckpoint/ohrfc"
	"mdck/mdcheckpoint/protocols"
	"mdck/tokens"
)

// A supply gives the values of a flag or argument, of which the user has typed
// the beginning.
type supply func(typed string) []candidate

// named are the supplies of flags and arguments, by their names in the grammar.
// What has an enum in the grammar needs none.
func named() []struct {
	name string
	from supply
} {
	return []struct {
		name string
		from supply
	}{
		{"rule", ruleNames}, {"event", eventNames}, {"section", sectionNames}, {"bullet", bulletNames}, {"to", phaseNames},
		{"id|path", checkpointIDs}, {"path|id", checkpointIDs}, {"checkpoint", checkpointIDs}, {"set", configKeys},
		{"as", words(workspace.Protocols...)}, {"encoding", words(tokens.Encodings()...)}, {"strictness", words("light", "standard", "full")},
		{"mode", words(ccc.Modes...)}, {"shape", words(string(ccc.ShapeP), string(ccc.ShapeE))},
		{"track", trackIDs}, {"step", stepNames}, {"model", modelNames}, {"backup", words("latest")}, {"pattern", words(tokens.Encodings()...)},
		{"interval", words("10s", "30s", "1m", "5m")}, {"wait", words("0s", "10s", "1m", "5m")},
	}
}

// fileNames are the names and placeholders of what may be a file or directory.
var fileNames = [...]string{"FILE", "PATH", "DIR", "ID|PATH", "id|path", "path|id", "path", "paths", "file", "files", "a", "b", "plan", "gate"}

// valuesOf are the values of v that are known, and whether it may be a file.
func valuesOf(command string, v *kong.Value, typed string) (all []candidate, files bool) {
	if v.Enum != "" {
		return words(v.EnumSlice()...)(""), false
	}
	name, placeholder := v.Name, ""
	if v.Flag != nil {
		placeholder = v.Flag.PlaceHolder
	}
	files = slices.Contains(fileNames[:], placeholder) || v.Flag == nil && slices.Contains(fileNames[:], name)
	for _, n := range named() {
		if n.name == name {
			all = n.from(typed)
		}
	}
	if v.Flag == nil && slices.Contains(ofIDs[:], command) {
		all = checkpointIDs(typed)
	}
	if command == "bootstrap" && name == "agent" {
		all = inTime(agentsBelow)
	}
	if command == "hook" && name == "event" {
		all = hookEvents()
	}
	if name == "as" {
		all = asNames(command, all)
	}
	if command == "append" {
		all = append(all, ofFormats(name)...)
	}
	if strings.HasPrefix(command, "agents ") {
		all = ofAgents(name, all)
	}
	if strings.HasPrefix(command, "plan ") {
		all = ofPlans(command, name, all)
	}
	if command == "prompt" && name == "section" { // it asks for whole sections
		all = slices.DeleteFunc(all, func(c candidate) bool { return strings.Contains(c.word, "/") })
	}
	if slices.Contains(ofRFCs[:], command) {
		all = slices.DeleteFunc(all, func(c candidate) bool { return c.word == workspace.CCC })
	}
	return all, files
}

// asNames are the protocols of all that command takes, and the formats here.
func asNames(command string, all []candidate) []candidate {
	switch command {
	case "show":
		all = slices.DeleteFunc(all, func(c candidate) bool { return !hasSections(c.word) })
	case "append", "prune", "restore":
		all = nil
	}
	for _, own := range formatsHere() {
		all = append(all, candidate{own.Name, "a format of the configuration"})
	}
	return all
}

// formatsHere are the formats of the configuration of the current directory; none where it
// makes no sense.
func formatsHere() []*format.Format {
	cwd, err := os.Getwd()
	if err != nil {
		return nil
	}
	c, err := (&config.Loader{Env: os.LookupEnv}).For(cwd, cwd)
	if err != nil {
		return nil
	}
	return c.Formats()
}

// ofFormats are the values that formats here have for a flag of append: sections and, behind
// a slash, their subsections, or the subsections that a bullet may be for. What formats
// share is there once.
func ofFormats(flag string) []candidate {
	var all []candidate
	add := func(word, about string) {
		if !slices.ContainsFunc(all, func(c candidate) bool { return c.word == word }) {
			all = append(all, candidate{word, about})
		}
	}
	for _, own := range formatsHere() {
		for i := range own.Schema.Groups {
			g := &own.Schema.Groups[i]
			if flag == "section" {
				add(g.Key, g.Name()+" of "+own.Name)
			}
			for k := range g.Subsections {
				switch slug := g.Subsections[k].Slug(); flag {
				case "section":
					add(g.Key+"/"+slug, ownWanted(g.Subsections[k].Min, g.Subsections[k].Max, g.Subsections[k].Range()))
				case "bullet":
					add(slug+"=", g.Name()+" of "+own.Name)
				}
			}
		}
	}
	return all
}

// ofRFCs are the commands whose ids are never that of a session.
var ofRFCs = [...]string{"append", "prompt", "stamp", "advance", "diff"}

// ofIDs are the commands whose paths may be ids.
var ofIDs = [...]string{"verify", "status"}

// words is the supply of these words.
func words(all ...string) supply {
	return func(string) []candidate {
		var found []candidate
		for _, w := range all {
			found = append(found, candidate{w, ""})
		}
		return found
	}
}

func ruleNames(typed string) []candidate {
	var full, short []candidate
	for _, r := range protocols.Default().Rules() {
		full = append(full, candidate{r.ID, r.Summary})
		if found, _ := protocols.Default().Rules().Find(r.Name()); found == r {
			short = append(short, candidate{r.Name(), r.Summary})
		}
	}
	if typed == "" || len(beginning(slices.Clone(full), typed)) > 0 {
		return full
	}
	return short
}

func eventNames(string) []candidate {
	var all []candidate
	for i := range ohrfc.Transitions {
		t := &ohrfc.Transitions[i]
		if !slices.ContainsFunc(all, func(c candidate) bool { return c.word == string(t.Event) }) {
			all = append(all, candidate{string(t.Event), t.From + " to " + strings.Join(t.To, " or ")})
		}
	}
	return all
}

// hookEvents are the events of all agents.
func hookEvents() []candidate {
	var all []candidate
	for _, a := range hook.Agents() {
		for _, e := range hook.Events(a) {
			if !slices.ContainsFunc(all, func(c candidate) bool { return c.word == e }) {
				all = append(all, candidate{e, ""})
			}
		}
	}
	return all
}

func phaseNames(string) []candidate { return words(ohrfc.Phases...)("") }

// sectionNames are the sections and, behind a slash, their subsections.
func sectionNames(string) []candidate {
	var all []candidate
	for _, key := range sections() {
		g := ohrfc.Group(key)
		all = append(all, candidate{key, g.Name()})
		for i := range g.Subsections {
			all = append(all, candidate{key + "/" + g.Subsections[i].Slug(), g.Subsections[i].Range()})
		}
	}
	return all
}

// bulletNames are the subsections of all sections, as -b takes them.
func bulletNames(string) []candidate {
	var all []candidate
	for _, key := range sections() {
		g := ohrfc.Group(key)
		for i := range g.Subsections {
			word := g.Subsections[i].Slug() + "="
			if !slices.ContainsFunc(all, func(c candidate) bool { return c.word == word }) {
				all = append(all, candidate{word, g.Name()})
			}
		}
	}
	return all
}
