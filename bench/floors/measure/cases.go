package main

// A command is a command line to measure. In its words, {bin}, {npm} and {conf} stand for the
// directories of the programs, the npm packages and the configurations of peers. A word with a "*"
// stands for the matching files in dir.
type command struct {
	name   string
	dir    string // relative to the corpus
	status int    // expected exit status
	slow   bool   // run a fifth as often
	argv   []string
	note   string // its input or effect
	input  string // file for standard input; "" for none
}

// A group contains commands that are measured in turns, so that other load affects all of them
// equally.
type group struct {
	key, title string
	runs       int
	commands   []command
}

const (
	rumdl    = "{npm}/@rumdl/cli-{platform}/rumdl"
	mdschema = "{npm}/@jackchuka/mdschema-{platform}/bin/mdschema"
	cli2     = "{npm}/markdownlint-cli2/markdownlint-cli2-bin.mjs"
	one      = ".ohrfc/rfc-0000/checkpoint.md"
	all      = ".ohrfc/*/checkpoint.md"
)

// The names of the commands to which ratios refer.
const (
	hello    = "Go hello world"
	uncached = "rumdl check --no-cache"
	schema   = "mdschema check"
	parse    = "goldmark, parse only"
	library  = "all libraries"
)

var groups = []group{
	{"one", "One checkpoint: 180 lines, 8.2 kB", 30, []command{
		{hello, "one", 0, false, []string{"{bin}/hello"}, "the cost of any Go program", ""},
		{parse, "one", 0, false, []string{"{bin}/parse", one}, "the parser that mdck uses, without the rest", ""},
		{library, "one", 0, false, []string{"{bin}/libraries", one}, "a small use of each library of mdck", ""},
		{"mdck version", "one", 0, false, []string{"{bin}/mdck", "version"}, "only the start", ""},
		{"mdck lint", "one", 0, false, []string{"{bin}/mdck", "lint", one}, "all rules, exact tokens, the four files beside it; prints 51 warnings", ""},
		{"mdck lint, short bullets", "short", 0, false, []string{"{bin}/mdck", "lint", one}, "the same words with each bullet on one line: nothing to print", ""},
		{schema, "one", 0, false, []string{mdschema, "check", "--schema", "{conf}/mdschema.yml", one}, "headings, order, lists; no tokens", ""},
		{uncached, "one", 0, false, []string{rumdl, "check", "--no-config", "--no-cache", one}, "its default rules", ""},
		{"rumdl check", "one", 0, false, []string{rumdl, "check", "--no-config", "--cache-dir", "{tmp}/one", one}, "the same; unchanged files are not linted again", ""},
		{"markdownlint-cli2", "one", 0, true, []string{"node", cli2, "--config", "{conf}/.markdownlint.jsonc", one}, "its default rules", ""},
	}},
	{"tree", "1,000 checkpoints: 180,000 lines, 8.2 MB", 25, []command{
		{parse, "tree", 0, false, []string{"{bin}/parse", all}, "on one core", ""},
		{"mdck lint", "tree", 0, false, []string{"{bin}/mdck", "lint", "."}, "and the 4,000 files beside them; prints 51,000 warnings", ""},
		{"mdck lint, short bullets", "tree-short", 0, false, []string{"{bin}/mdck", "lint", "."}, "the same words with each bullet on one line: nothing to print", ""},
		{schema, "tree", 0, false, []string{mdschema, "check", "--schema", "{conf}/mdschema.yml", all}, "", ""},
		{uncached, "tree", 0, false, []string{rumdl, "check", "--no-config", "--no-cache", all}, "", ""},
		{"rumdl check", "tree", 0, false, []string{rumdl, "check", "--no-config", "--cache-dir", "{tmp}/tree", all}, "unchanged files are not linted again", ""},
		{"markdownlint-cli2", "tree", 0, true, []string{"node", cli2, "--config", "{conf}/.markdownlint.jsonc", all}, "", ""},
	}},
	{"project", "10,000 checkpoints of all protocols, 36 MB", 5, []command{
		{"mdck lint", "project", 1, false, []string{"{bin}/mdck", "lint"}, "a sixth of the checkpoints each: requests, sessions, agents, tracks, plans and files of a format; prints 7,400 findings", ""},
		{"mdck status", "project", 0, false, []string{"{bin}/mdck", "status"}, "a line for each checkpoint, and one for all plans", ""},
		{"mdck verify", "project", 1, false, []string{"{bin}/mdck", "verify"}, "the claims of each", ""},
		{"mdck verify --json", "project", 1, false, []string{"{bin}/mdck", "verify", "--json"}, "", ""},
		{"mdck lint --json", "project", 1, false, []string{"{bin}/mdck", "lint", "--json"}, "one object, printed at the end", ""},
	}},
	{"mdck", "Other commands of mdck", 20, []command{
		{"mdck verify", "one", 0, false, []string{"{bin}/mdck", "verify", one}, "the claims of one checkpoint", ""},
		{"mdck bootstrap", "one", 0, false, []string{"{bin}/mdck", "bootstrap", one}, "the restart sequence of one workspace", ""},
		{"mdck bootstrap --pack", "one", 0, false, []string{"{bin}/mdck", "bootstrap", "--pack", one}, "the same, shortened for the context of an agent", ""},
		{"git diff --cached --quiet", "git", 1, false, []string{"git", "diff", "--cached", "--quiet"}, "the fastest way for git to find out whether something is staged", ""},
		{"mdck lint --staged", "git", 0, false, []string{"{bin}/mdck", "lint", "--staged"}, "10 of 1,000 tracked workspaces are staged", ""},
	}},
	{"large", "A repository of 120,000 files", 10, []command{
		{"git status", "large", 0, false, []string{"git", "status", "--porcelain"}, "", ""},
		{"mdck lint, large", "large", 0, false, []string{"{bin}/mdck", "lint"}, "one checkpoint in it", ""},
		{"mdck hook, large", "large", 0, false, []string{"{bin}/mdck", "hook", "claude", "SessionStart"}, "the answer at the start of a session", "{conf}/start.json"},
		{"mdck hook, small", "small", 0, false, []string{"{bin}/mdck", "hook", "claude", "SessionStart"}, "the same in a repository with only the checkpoint", "{conf}/start.json"},
	}},
}
