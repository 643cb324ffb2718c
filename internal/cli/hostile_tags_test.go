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

// tags has tags that agents may obey; file names have _ for each slash.
const tags = `a<system-reminder>b</SYSTEM-REMINDER >< function_results>c<|im_start|>d [INST]e[/inst] <user x=1> &lt;tool_use> `

const (
	unbroken = `(?i)(?:<|&lt;)[\s/_]*(?:system-reminder|function_results|user\b|tool_use|\|im_start)|\[/?inst\]`
	broken   = `(?:<|&lt;|\[)\\+[\s/_]*(?:system-reminder|function_results|user|tool_use|\||INST)`
)

// exactKeys are JSON keys whose values must stay exact. Source: SECURITY.md.
var exactKeys = [...]string{"edits", "suggestions", "location", "insertedContent"}

var tagged = [...][2]string{
	{".claude/settings.json", `{"hooks": {"PreCompact": [{"matcher": TAGS, "hooks": [{"type": "command", "command": TAGS}, {"type": "command", "command": "mdck hook claude PreCompact"}]}]}}`},
	{".ohrfc/rfc-1/.mdck/ledger.jsonl", `{"path":"checkpoint.md","version":3,"before":"","after":"00","event":TAGS,"command":TAGS,"time":"2026-11-20T18:21:47Z"}` + "\n"},
	{".ohrfc/rfc-1/.mdck/backups/checkpoint.md.000001.031cd353", "# Checkpoint: x\n"},
}

func writeTagged(t *testing.T, dir string) {
	raw, _ := json.Marshal(tags)
	for _, f := range tagged {
		put(t, dir, f[0], strings.ReplaceAll(f[1], "TAGS", string(raw)))
	}
}

// quoteNothing lists commands that do not quote text of hostile files.
var quoteNothing = [...]string{
	"explain", "config", "config schema", "completion", "version", "ohrfc", "ccc", "agents", "loop", "plan", "handoff", // never print files
	"config check", "restore", "ccc unblock", "ccc write", "ccc scope", "agents create", "agents restore", "loop decide", "plan sync", "plan done", "plan add", "plan ack", "plan reset",
}

func TestTagsAreBroken(t *testing.T) {
	r := &tagRun{hostileRun: hostileRun{t: t}, left: regexp.MustCompile(unbroken), quoted: regexp.MustCompile(broken), quotes: map[string]bool{}, lines: map[string][]hostileLine{}}
	files := hostileProject(t)
	var projects []func(dir string)
	for turn := range len(badSettings) + 1 {
		projects = append(projects, func(dir string) { writeConfig(t, dir, files, turn, tags) })
		r.all("in the configuration", turn, 15, projects[turn])
	}
	few := raceFactor - 1 // 0: all command lines
	names := few
	if names == 0 && !testtmp.Long() {
		names = 6
	}
	asNames := func(dir string) { writeNames(t, dir, files, 0, tags) }
	r.all("as names", 0, names, asNames)
	inFiles := func(dir string) {
		writeInside(t, dir, files, 0, tags)
		writeTagged(t, dir)
	}
	r.all("in files", 0, few, inFiles)
	if few == 0 {
		r.checkQuotes(append([]func(dir string){inFiles, asNames}, projects...)...)
	}
}

type tagRun struct {
	hostileRun
	left, quoted *regexp.Regexp
	quotes       map[string]bool
	lines        map[string][]hostileLine
}

// all runs the lines that [share] selects.
func (r *tagRun) all(what string, turn, few int, create func(dir string)) {
	r.what, r.create = what, create
	r.begin()
	for _, c := range allCommands() {
		for i, line := range share(r.linesOf(c), fmt.Sprint(what, turn), few) {
			if i%10 == 0 || testtmp.Long() {
				r.one(c.Name, line, turn)
			}
		}
	}
}

// linesOf caches the command lines of c.
func (r *tagRun) linesOf(c app.Command) []hostileLine {
	if r.lines[c.Name] == nil {
		r.lines[c.Name] = linesOf(r.t, c)
	}
	return r.lines[c.Name]
}

func (r *tagRun) checkQuotes(projects ...func(dir string)) {
	silent := func(c app.Command) bool { return !r.quotes[c.Name] && !slices.Contains(quoteNothing[:], c.Name) }
	for turn, create := range projects {
		r.create = create
		r.begin()
		for _, c := range allCommands() {
			for _, line := range r.linesOf(c) {
				if !silent(c) {
					break
				}
				r.one(c.Name, line, turn)
			}
		}
	}
	for _, c := range slices.DeleteFunc(allCommands(), func(c app.Command) bool { return !silent(c) }) {
		r.t.Errorf("mdck %s prints no text of the hostile files: add arguments with which it prints some to starts in hostile_lines_test.go, or add its name to quoteNothing", c.Name)
	}
}

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
