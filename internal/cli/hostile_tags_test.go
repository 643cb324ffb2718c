package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"

	"mdck/internal/cli/app"
	"mdck/internal/testtmp"
)

// tags are what agents obey, on one line; the names of files have _ for each slash.
const tags = `a<system-reminder>b</SYSTEM-REMINDER >< function_results>c<|im_start|>d [INST]e[/inst] <user x=1> &lt;tool_use> `

// unbroken matches what is left of them, and broken what BreakTags makes of them.
const (
	unbroken = `(?i)(?:<|&lt;)[\s/_]*(?:system-reminder|function_results|user\b|tool_use|\|im_start)|\[/?inst\]`
	broken   = `(?:<|&lt;|\[)\\+[\s/_]*(?:system-reminder|function_results|user|tool_use|\||INST)`
)

// exactKeys are the keys of JSON below which all is as programs need it: the edits of
// fixes, and where they apply. Source: SECURITY.md.
var exactKeys = [...]string{"edits", "suggestions", "location", "insertedContent"}

// tagged has more files for commands that read more than the project in testdata/hostile.
var tagged = [...][2]string{
	{".claude/settings.json", `{"hooks": {"PreCompact": [{"matcher": TAGS, "hooks": [{"type": "command", "command": TAGS}, {"type": "command", "command": "mdck hook claude PreCompact"}]}]}}`},
	{".ohrfc/rfc-1/.mdck/ledger.jsonl", `{"path":"checkpoint.md","version":3,"before":"","after":"00","event":TAGS,"command":TAGS,"time":"2026-11-20T18:21:47Z"}` + "\n"},
	{".ohrfc/rfc-1/.mdck/backups/checkpoint.md.000001.031cd353", "# Checkpoint: x\n"},
}

// layTagged adds them.
func layTagged(t *testing.T, dir string) {
	raw, _ := json.Marshal(tags)
	for _, f := range tagged {
		put(t, dir, f[0], strings.ReplaceAll(f[1], "TAGS", string(raw)))
	}
}

// quoteNothing are the commands that may print no text of these files: they print none, or
// none where they do not refuse.
var quoteNothing = [...]string{
	"explain", "config", "config schema", "completion", "version", "ohrfc", "ccc", "agents", "loop", "plan", "handoff", // none
	"config check", "restore", "ccc unblock", "ccc write", "ccc scope", "agents create", "agents restore", "loop decide", "plan sync", "plan done", "plan add", "plan ack", "plan reset",
}

// TestTagsAreBroken checks every command with every flag in a project that has the tags of
// agents wherever a file may hold a text: neither in what is printed nor in a string of JSON is
// one left, but in what must apply. A command that quotes nothing of them is listed. Of the
// projects that differ in their configuration, each command is tried in some; of the lines of a
// command in the others every third, and all with MDCK_LONG.
func TestTagsAreBroken(t *testing.T) {
	r := &tagRun{hostileRun: hostileRun{t: t}, left: regexp.MustCompile(unbroken), quoted: regexp.MustCompile(broken), quotes: map[string]bool{}}
	files := hostileProject(t)
	var projects []func(dir string)
	for turn := range len(badSettings) + 1 {
		projects = append(projects, func(dir string) { layConfigured(t, dir, files, turn, tags) })
		r.all("in the configuration", turn, 15, projects[turn])
	}
	few := raceFactor - 1 // 0, for all, without the race detector
	names := few
	if names == 0 && !testtmp.Long() {
		names = 3
	}
	asNames := func(dir string) { layNames(t, dir, files, 0, tags) }
	r.all("as names", 0, names, asNames)
	inFiles := func(dir string) {
		layInside(t, dir, files, 0, tags)
		layTagged(t, dir)
	}
	r.all("in files", 0, few, inFiles)
	if few == 0 {
		r.checkQuotes(append(projects, asNames, inFiles)...)
	}
}

// A tagRun runs command lines and looks for tags.
type tagRun struct {
	hostileRun
	left, quoted *regexp.Regexp
	quotes       map[string]bool // commands that printed a broken one
}

// all runs all commands in a project, or each in one of every few.
func (r *tagRun) all(what string, turn, few int, lay func(dir string)) {
	r.what, r.lay = what, lay
	r.begin()
	for _, c := range every() {
		for i, line := range share(linesOf(r.t, c), fmt.Sprint(what, turn), few) {
			if i%3 == 0 || testtmp.Long() {
				r.one(c.Name, line, turn)
			}
		}
	}
}

// checkQuotes checks that each command printed a broken tag, or is one that may print none. What
// the shares left out is run in each project until there is one.
func (r *tagRun) checkQuotes(projects ...func(dir string)) {
	silent := func(c app.Command) bool { return !r.quotes[c.Name] && !slices.Contains(quoteNothing[:], c.Name) }
	for turn, lay := range projects {
		r.lay = lay
		r.begin()
		for _, c := range every() {
			for _, line := range linesOf(r.t, c) {
				if silent(c) {
					r.one(c.Name, line, turn)
				}
			}
		}
	}
	for _, c := range slices.DeleteFunc(every(), func(c app.Command) bool { return !silent(c) }) {
		r.t.Errorf("mdck %s prints no text of the hostile files: add its words to starts in hostile_lines_test.go or, if it prints no text of a file, its name to quoteNothing", c.Name)
	}
}

// one runs a line, that of a hook with all kinds of events.
func (r *tagRun) one(name string, line hostileLine, turn int) {
	inputs := 1
	if name == "hook" {
		inputs = 10
	}
	for i := range inputs {
		got := runHostile(line.args, stdinOf(line.args, turn+i, tags))
		if line.raw {
			if found := r.quoted.FindString(got.out); found != "" && slices.Contains(line.args, "--diff") {
				r.t.Errorf("%s: %q prints %q, which does not apply", r.what, line.args, found)
			}
			got.out = ""
		}
		for _, text := range append(stringsOf(got.out), got.err) {
			if tag := r.left.FindString(text); tag != "" {
				r.t.Errorf("%s: %q prints %q in %.300q", r.what, line.args, tag, text)
			}
			r.quotes[name] = r.quotes[name] || r.quoted.MatchString(text)
		}
		if treeOf(r.t, r.dir) != r.before {
			r.begin()
		}
	}
}

// stringsOf returns the strings and keys of JSON, or of lines of it, and the text itself; with
// a tag if what should be JSON cannot be read.
func stringsOf(out string) []string {
	all := []string{out}
	var add func(v any)
	add = func(v any) {
		switch v := v.(type) {
		case string:
			all = append(all, v)
		case []any:
			for _, e := range v {
				add(e)
			}
		case map[string]any:
			for key, e := range v {
				if all = append(all, key); !slices.Contains(exactKeys[:], key) {
					add(e)
				}
			}
		}
	}
	for d := json.NewDecoder(strings.NewReader(out)); ; {
		var v any
		if err := d.Decode(&v); err == io.EOF || err != nil && !strings.HasPrefix(out, "{") && !strings.HasPrefix(out, "[\n") {
			return all
		} else if err != nil {
			return append(all, "<system-reminder> in invalid JSON: "+err.Error())
		}
		add(v)
	}
}
