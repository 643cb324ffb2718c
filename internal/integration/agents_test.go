//go:build integration

package integration

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A reachCase is a configuration of an agent. want is true if a session in dir runs the hooks.
type reachCase struct {
	install string    // of mdck hook install; "-" for none
	dir     string    // start of the session; "" is the root
	commit  bool      // commit before the worktrees are created
	edit    [3]string // file, old text, new text
	files   map[string]string
	env     string // an environment variable
	want    bool
}

// Codex CLI writes these lines when a user trusts a project. It runs a hook only if its hash is
// here.
const (
	trustsProject = "[projects.\"ROOT\"]\ntrust_level = \"trusted\"\n"
	trustsHook    = "[hooks.state.\"ROOT/.codex/hooks.json:pre_compact:0:0\"]\ntrusted_hash = \"sha256:4681de765f1b68d6bf118cb56d022768fb9704042f41f7c0cfc8301dd3e666c4\"\n" +
		"[hooks.state.\"ROOT/.codex/hooks.json:stop:0:0\"]\ntrusted_hash = \"sha256:f6a25cc20e1ecd2775adda85881631048170bd05e510d356128d165d57304807\"\n" +
		"[hooks.state.\"ROOT/.codex/hooks.json:session_end:0:0\"]\ntrusted_hash = \"sha256:a52234f349c9eabf453d5ed82114646a22935e3688b93448fbea3dd95269afaa\"\n" +
		"[hooks.state.\"ROOT/.codex/hooks.json:session_start:0:0\"]\ntrusted_hash = \"sha256:63aced3c8822ac65ff36c96903a21f2a4609f43a5b1241fc65edc738345ee62a\"\n"
)

func codexConfig(text string) map[string]string {
	return map[string]string{"HOME/.codex/config.toml": text}
}

func geminiTrust(text string) map[string]string {
	return map[string]string{"HOME/.gemini/trustedFolders.json": text}
}

const geminiKey = `"security": {"auth": {"selectedType": "gemini-api-key"}}`

func reachCases() map[string]map[string]reachCase {
	const claude, claudeLocal, codex, gemini = "ROOT/.claude/settings.json", "ROOT/.claude/settings.local.json", "ROOT/.codex/hooks.json", "ROOT/.gemini/settings.json"
	trusted := codexConfig(trustsProject + trustsHook)
	folder := geminiTrust(`{"ROOT": "TRUST_FOLDER"}`)
	cases := map[string]map[string]reachCase{
		"claude": {
			"project":                 {want: true},
			"project, below":          {dir: "sub/deep"},
			"project, worktree":       {dir: ".claude/worktrees/feat"},
			"project, own worktree":   {dir: ".claude/worktrees/feat", commit: true, want: true},
			"project of below":        {install: "-", dir: "sub", files: map[string]string{"ROOT/sub/.claude/settings.json": `{"hooks":{"SessionStart":[{"hooks":[{"type":"command","command":"mdck hook claude SessionStart"}]}]}}`}, want: true},
			"local":                   {install: "--local", want: true},
			"local, below":            {install: "--local", dir: "sub/deep", want: true},
			"local, worktree":         {install: "--local", dir: ".claude/worktrees/feat", want: true},
			"local, worktree, below":  {install: "--local", dir: "../tree/sub", want: true},
			"user, below":             {install: "--user", dir: "sub", want: true},
			"user, worktree":          {install: "--user", dir: "../tree", want: true},
			"off":                     {edit: [3]string{claude, "{", `{"disableAllHooks": true,`}},
			"off for the user":        {files: map[string]string{"HOME/.claude/settings.json": `{"disableAllHooks": true}`}},
			"on again in the project": {edit: [3]string{claude, "{", `{"disableAllHooks": false,`}, files: map[string]string{"HOME/.claude/settings.json": `{"disableAllHooks": true}`}, want: true},
			"off in local":            {edit: [3]string{claude, "{", `{"disableAllHooks": false,`}, files: map[string]string{claudeLocal: `{"disableAllHooks": true}`}},
			"off above, not read":     {install: "--user", dir: "sub", files: map[string]string{claude: `{"disableAllHooks": true}`}, want: true},
			"byte order mark":         {edit: [3]string{claude, "{", "\ufeff{"}, want: true},
			"comment":                 {edit: [3]string{claude, "{", "// x\n{"}},
			"no type":                 {edit: [3]string{claude, `"type": "command",`, ""}},
			"timeout 0":               {edit: [3]string{claude, `"timeout": 10`, `"timeout": 0`}},
			"timeout, text":           {edit: [3]string{claude, `"timeout": 10`, `"timeout": "10"`}},
			"list with a comma":       {edit: [3]string{claude, "startup|clear|compact", "clear, startup"}, want: true},
			"off, as text":            {edit: [3]string{claude, "{", `{"disableAllHooks": "no",`}},
			"unknown mode":            {edit: [3]string{claude, "{", `{"permissions": {"defaultMode": "plna"},`}},
			"simple":                  {env: "CLAUDE_CODE_SIMPLE=true"},
			"not simple":              {env: "CLAUDE_CODE_SIMPLE=0", want: true},
			"safe mode":               {env: "CLAUDE_CODE_SAFE_MODE=1"},
			"another home":            {install: "--user", env: "CLAUDE_CONFIG_DIR=HOME/elsewhere", want: true},
		},
		"codex": {
			"trusted":              {files: trusted, want: true},
			"trusted, below":       {dir: "sub/deep", files: trusted, want: true},
			"nothing trusted":      {},
			"project alone":        {files: codexConfig(trustsProject)},
			"hook alone":           {files: codexConfig(trustsHook)},
			"untrusted":            {files: codexConfig(strings.Replace(trustsProject, "\"trusted", "\"untrusted", 1) + trustsHook)},
			"trusted by its name":  {files: codexConfig(strings.Replace(trustsProject, "\"ROOT\"", "'ROOT'", 1) + trustsHook), want: true},
			"another definition":   {edit: [3]string{codex, `"timeout": 10`, `"timeout": 11`}, files: trusted},
			"disabled":             {files: codexConfig(trustsProject + trustsHook + "enabled = false\n")},
			"features":             {files: codexConfig(trustsProject + trustsHook + "[features]\nhooks = false\n")},
			"features, inline":     {files: codexConfig("features = { hooks = false }\n" + trustsProject + trustsHook)},
			"features, dotted":     {files: codexConfig("features.hooks = false\n" + trustsProject + trustsHook)},
			"features, old name":   {files: codexConfig(trustsProject + trustsHook + "[features]\ncodex_hooks = false\n")},
			"features, on":         {files: codexConfig(trustsProject + trustsHook + "[features]\nhooks = true\n"), want: true},
			"features of project":  {files: with(trusted, "ROOT/.codex/config.toml", "[features]\nhooks = false\n")},
			"project over user":    {files: map[string]string{"HOME/.codex/config.toml": trustsProject + trustsHook + "[features]\nhooks = false\n", "ROOT/.codex/config.toml": "[features]\nhooks = true\n"}, want: true},
			"byte order mark":      {edit: [3]string{codex, "{", "\ufeff{"}, files: trusted},
			"comment":              {edit: [3]string{codex, "{", "// x\n{"}, files: trusted},
			"unknown key":          {edit: [3]string{codex, "{", `{"x": 1,`}, files: trusted},
			"no type elsewhere":    {edit: [3]string{codex, `"hooks": {`, `"hooks": {"Stop": [{"hooks": [{"command": "true"}]}],`}, files: trusted},
			"timeout, fraction":    {edit: [3]string{codex, `"timeout": 10`, `"timeout": 10.5`}, files: trusted},
			"worktree":             {dir: "../tree", files: trusted},
			"worktree, directory":  {dir: "../tree", files: with(trusted, "ROOT/../tree/.codex/x", ""), want: true},
			"worktree, own":        {dir: "../tree", commit: true, files: codexConfig(trustsProject + strings.ReplaceAll(trustsHook, "ROOT", "ROOT/../tree"))},
			"user, not trusted":    {install: "--user", dir: "sub"},
			"user, untrusted root": {install: "--user", dir: "sub", files: codexConfig(strings.ReplaceAll(trustsHook, "ROOT", "HOME")), want: true},
		},
		"gemini": {
			"trusted":                 {files: folder, want: true},
			"below":                   {dir: "sub", files: folder},
			"user, below":             {install: "--user", dir: "sub", files: folder, want: true},
			"user, not trusted":       {install: "--user", dir: "sub"},
			"not trusted":             {},
			"parent":                  {files: geminiTrust(`{"ROOT/sub": "TRUST_PARENT"}`), want: true},
			"trusted above, not here": {files: geminiTrust(`{"ROOT/..": "TRUST_FOLDER", "ROOT": "DO_NOT_TRUST"}`)},
			"no question is asked":    {files: map[string]string{"HOME/.gemini/settings.json": `{"security": {"auth": {"selectedType": "gemini-api-key"}, "folderTrust": {"enabled": false}}}`}, want: true},
			"project says so":         {edit: [3]string{gemini, "{", `{"security": {"folderTrust": {"enabled": false}},`}},
			"environment":             {env: "GEMINI_CLI_TRUST_WORKSPACE=true", want: true},
			"environment, not":        {files: folder, env: "GEMINI_CLI_TRUST_WORKSPACE=false"},
			"another file":            {files: map[string]string{"HOME/x.json": `{"ROOT": "TRUST_FOLDER"}`}, env: "GEMINI_CLI_TRUSTED_FOLDERS_PATH=HOME/x.json", want: true},
			"off":                     {edit: [3]string{gemini, "{", `{"hooksConfig": {"enabled": false},`}, files: folder},
			"off for the user":        {files: with(folder, "HOME/.gemini/settings.json", `{`+geminiKey+`, "hooksConfig": {"enabled": false}}`)},
			"disabled":                {files: with(folder, "HOME/.gemini/settings.json", `{`+geminiKey+`, "hooksConfig": {"disabled": ["mdck hook gemini SessionStart"]}}`)},
			"disabled by name":        {edit: [3]string{gemini, `"type"`, `"name": "x", "type"`}, files: with(folder, "HOME/.gemini/settings.json", `{`+geminiKey+`, "hooksConfig": {"disabled": ["x"]}}`)},
			"named, not so":           {install: "-", files: with(with(folder, gemini, `{"hooks": {"SessionStart": [{"hooks": [{"type": "command", "name": "x", "command": "mdck hook gemini SessionStart"}]}]}}`), "HOME/.gemini/settings.json", `{`+geminiKey+`, "hooksConfig": {"disabled": ["mdck hook gemini SessionStart"]}}`), want: true},
			"keys of before":          {edit: [3]string{gemini, `"hooks": {`, `"hooks": {"disabled": ["mdck hook gemini SessionStart"],`}, files: folder, want: true},
			"byte order mark":         {edit: [3]string{gemini, "{", "\ufeff{"}, files: folder},
			"comment":                 {edit: [3]string{gemini, "{", "// x\n{ /* y */"}, files: folder, want: true},
			"comma at the end":        {edit: [3]string{gemini, "]\n  }\n}", "]\n  },\n}"}, files: folder},
			"no type":                 {edit: [3]string{gemini, `"type": "command",`, ""}, files: folder},
			"timeout 0":               {edit: [3]string{gemini, `"timeout": 10000`, `"timeout": 0`}, files: folder},
		},
	}
	for _, mode := range []string{"default", "acceptEdits", "plan", "auto", "dontAsk", "bypassPermissions", "manual"} {
		cases["claude"]["mode "+mode] = reachCase{edit: [3]string{claude, "{", `{"permissions": {"defaultMode": "` + mode + `"},`}, want: true}
	}
	return cases
}

func with(files map[string]string, name, text string) map[string]string {
	all := map[string]string{name: text}
	for name, text := range files {
		all[name] = text
	}
	return all
}

// TestReach compares hook doctor with real sessions.
func TestReach(t *testing.T) {
	model := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusBadRequest)
		w.Write([]byte(`{"type": "error", "error": {"type": "invalid_request_error", "message": "no model", "code": 400, "status": "INVALID_ARGUMENT"}}`))
	}))
	t.Cleanup(model.Close)
	for agent, cases := range reachCases() {
		t.Run(agent, func(t *testing.T) {
			program, err := exec.LookPath(agent)
			if err != nil {
				t.Skipf("%v: it can be installed with npm", err)
			}
			for name, c := range cases {
				t.Run(name, func(t *testing.T) { checkReach(t, agent, program, model.URL, c) })
			}
		})
	}
}

func session(agent, url string) []string {
	if agent == "codex" {
		return []string{"exec", "--skip-git-repo-check", "-c", `model_provider="none"`,
			"-c", `model_providers.none={name="none",base_url="` + url + `/v1",wire_api="responses",request_max_retries=0,stream_max_retries=0}`, "hello"}
	}
	return []string{"-p", "hello"}
}

func checkReach(t *testing.T, agent, program, url string, c reachCase) {
	r := newReach(t, url)
	r.env = append(r.env, r.named(c.env))
	r.prepare(agent, c)
	start := filepath.Join(r.root, c.dir)
	out, _ := r.run(start, binary, "hook", "doctor", agent, "--json")
	talk, log := r.runSession(start, program, session(agent, url)...)
	ran := strings.Contains(log, "hook "+agent+" SessionStart")
	if ran != c.want {
		t.Errorf("the agent ran the hook: %v, want %v; it printed\n%s%s", ran, c.want, talk, r.talk)
	}
	if said, why := verdict(t, out); said != c.want {
		t.Errorf("doctor reports ok: %v, want %v; %s", said, c.want, why)
	}
}

func verdict(t *testing.T, out string) (ok bool, problems string) {
	t.Helper()
	var report struct {
		Agents []struct {
			Events []struct {
				Event, Source, Fault string
				Asked                bool
			}
		}
		Problems []struct{ Severity, Message string }
	}
	if err := json.Unmarshal([]byte(out), &report); err != nil {
		t.Fatalf("%v in %s", err, out)
	}
	for _, e := range report.Agents[0].Events {
		ok = ok || e.Event == "SessionStart" && e.Source == "startup" && e.Asked && e.Fault == ""
	}
	for _, p := range report.Problems {
		problems += p.Severity + ": " + p.Message + "\n"
		if p.Severity == "fault" && ok {
			t.Errorf("it is ok, and there is the fault %s", p.Message)
		}
	}
	return ok, problems
}

type reach struct {
	t               *testing.T
	home, root, log string
	env             []string
	talk            string
}

func newReach(t *testing.T, url string) *reach {
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	r := &reach{t: t, home: filepath.Join(top, "home"), root: filepath.Join(top, "repository"), log: filepath.Join(top, "log")}
	r.env = []string{"HOME=" + r.home, "LOG=" + r.log, "ANTHROPIC_API_KEY=x", "ANTHROPIC_BASE_URL=" + url, "OPENAI_API_KEY=x", "GEMINI_API_KEY=x", "GOOGLE_GEMINI_BASE_URL=" + url,
		"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1"}
	write(t, filepath.Join(top, "bin", "mdck"), "#!/bin/sh\ncat >/dev/null\necho \"$*\" >>\"$LOG\"\n")
	if err := os.Chmod(filepath.Join(top, "bin", "mdck"), 0o755); err != nil {
		t.Fatal(err)
	}
	return r
}

func (r *reach) runSession(start, program string, args ...string) (talk, log string) {
	r.env = append(r.env, "PATH="+filepath.Join(filepath.Dir(r.log), "bin")+string(filepath.ListSeparator)+os.Getenv("PATH"))
	talk, _ = r.run(start, program, args...)
	text, _ := os.ReadFile(r.log)
	return talk, string(text)
}

func (r *reach) named(text string) string {
	return strings.NewReplacer("ROOT/../", filepath.Dir(r.root)+"/", "ROOT", r.root, "HOME/", r.home+"/", "\"HOME", "\""+r.home).Replace(text)
}

func (r *reach) run(dir, name string, args ...string) (out string, err error) {
	cmd := exec.CommandContext(r.t.Context(), name, args...)
	cmd.Dir = dir
	cmd.Env = append([]string{"PATH=" + os.Getenv("PATH")}, r.env...)
	var all bytes.Buffer
	cmd.Stderr = &all
	text, err := cmd.Output()
	r.talk = all.String()
	return string(text), err
}

func (r *reach) prepare(agent string, c reachCase) {
	git := func(args ...string) {
		if out, err := r.run(r.root, "git", append([]string{"-c", "user.name=T", "-c", "user.email=t@example.org"}, args...)...); err != nil {
			r.t.Fatalf("git %q: %v %s", args, err, out)
		}
	}
	write(r.t, filepath.Join(r.root, "sub", "deep", "x"), "")
	write(r.t, filepath.Join(r.home, ".gemini", "settings.json"), "{"+geminiKey+"}")
	git("init", "-q")
	if c.install != "-" {
		if out, err := r.run(r.root, binary, append([]string{"hook", "install", agent}, strings.Fields(c.install)...)...); err != nil {
			r.t.Fatalf("install: %v %s", err, out)
		}
	}
	git("add", "sub")
	if c.commit {
		git("add", "-A")
	}
	git("commit", "-q", "-m", "first")
	git("worktree", "add", "-q", "../tree")
	git("worktree", "add", "-q", ".claude/worktrees/feat")
	if c.edit[0] != "" {
		name := r.named(c.edit[0])
		write(r.t, name, strings.Replace(read(r.t, name), c.edit[1], c.edit[2], 1))
	}
	for name, text := range c.files {
		write(r.t, r.named(name), r.named(text))
	}
}
