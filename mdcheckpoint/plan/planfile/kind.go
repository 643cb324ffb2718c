package planfile

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"
)

// A Fact is a property of a plan that decides whether the plan needs a person.
type Fact string

const (
	UI             Fact = "ui"    // the plan changes what people see
	Flows          Fact = "flows" // the plan changes what users do, such as a login
	Integration    Fact = "integration"
	Final          Fact = "final"
	Infrastructure Fact = "infrastructure" // the plan changes what programs run on
	Backend        Fact = "backend"        // the plan changes only what people do not see
	Setup          Fact = "setup"          // other plans need what the plan sets up
)

// A rule is a row of the decision table. Evidence is a file of the plan that matches ends or dirs,
// or else one of words.
type rule struct {
	fact       Fact
	autonomous bool
	why        string

	ends   wordList // endings of paths
	dirs   wordList // directories in paths
	all    bool     // every file must match
	except wordList // endings and directories of files that are no evidence
	words  wordList
}

// rules is the decision table. The first row that applies decides. Source: checkpoint protocol;
// real plans for the evidence.
var rules = [...]rule{
	{
		fact: UI, why: "a person must look at user interfaces",
		ends:   "|.tsx|.jsx|.vue|.svelte|.astro|.css|.scss|.less|.html|.storyboard|.xib|.xaml|.qml|",
		dirs:   "|components|pages|views|screens|layouts|styles|widgets|ui|",
		except: "|e2e|test|tests|__tests__|cypress|playwright|",
		words:  "|ui|dashboard|page|layout|screen|redesign|design system|visual|component|frontend|responsive|",
	},
	{fact: Flows, why: "a person must try user flows", words: "|login|signup|sign-up|sign-in|checkout|onboarding|wizard|user flow|registration|flow|"},
	{fact: Integration, why: "a person must see that the parts work together", words: "|integration|integrate|end-to-end|e2e|wire up|"},
	{fact: Final, why: "a person must look at the final phase", words: "|final phase|last phase|final verification|"},
	{
		fact: Infrastructure, autonomous: true, why: "programs can check infrastructure",
		ends: "|.tf|dockerfile|docker-compose.yml|docker-compose.yaml|compose.yaml|compose.yml|jenkinsfile|.gitlab-ci.yml|",
		dirs: "|.github|terraform|k8s|kubernetes|helm|infra|deploy|.circleci|", all: true,
		words: "|infrastructure|ci pipeline|build pipeline|deployment pipeline|ci/cd|provisioning|",
	},
	{
		fact: Backend, autonomous: true, why: "tests can check a backend",
		ends: "|.go|.py|.rb|.java|.rs|.sql|.php|.cs|.kt|.ex|.exs|.proto|.prisma|",
		dirs: "|api|server|backend|migrations|services|models|db|lib|", all: true, except: "|.tsx|.jsx|.vue|.svelte|.css|.html|",
		words: "|backend|api endpoint|database schema|data layer|",
	},
	{
		fact: Setup, autonomous: true, why: "a program can check the result of a setup",
		ends: "|package.json|go.mod|tsconfig.json|pyproject.toml|cargo.toml|.gitignore|requirements.txt|package-lock.json|go.sum|.editorconfig|", all: true,
		words: "|setup|set up|scaffold|bootstrap|initialize|initialise|",
	},
	{autonomous: true, why: "plans of the first two phases seldom need a person"},
	{why: "a person must check plans after phase 2"},
}

func facts() []rule { return rules[:len(rules)-2] }

// earlyPhases is how many phases at the beginning need no person. Source: checkpoint protocol.
const earlyPhases = 2

// A Source is the place of the evidence for a fact.
type Source string

const (
	FromFlag      Source = "flag"
	FromFiles     Source = FilesKey
	FromName      Source = "name"
	FromObjective Source = "objective"
	FromPhase     Source = phaseKey
)

// A Kind says whether a plan can run without a person, and why.
type Kind struct {
	Autonomous bool   `json:"-"`
	Rule       int    `json:"rule"`
	Fact       Fact   `json:"fact"` // "" if the phase decided
	Source     Source `json:"source"`
	Evidence   string `json:"evidence"` // file, word or phase that decided; "" if the caller knew the fact
	Why        string `json:"why"`
	// Agrees is false if the front matter says the opposite.
	Agrees bool `json:"-"`
}

// Type returns "autonomous" or "human-verify".
func (k *Kind) Type() string {
	if k.Autonomous {
		return "autonomous"
	}
	return "human-verify"
}

// Type decides whether p needs a person. known has facts that the caller knows.
func (p *Plan) Type(known map[Fact]bool) Kind {
	for i, r := range facts() {
		if source, evidence, ok := p.fact(&r, known); ok {
			return p.kind(i, source, evidence)
		}
	}
	phase := Number(cmp.Or(p.Front.Phase, p.ID().Phase))
	row := len(rules) - 1
	if IsNumber(phase) && compareNumbers(phase, fmt.Sprint(earlyPhases+1)) < 0 {
		row--
	}
	return p.kind(row, FromPhase, phase)
}

// TypeOfFiles is like Type, but uses only the files of the plan. ok is false if they do not decide.
func (p *Plan) TypeOfFiles() (k Kind, ok bool) {
	var files []string
	for _, t := range p.Tasks {
		for _, name := range t.Files() {
			if !strings.ContainsAny(name, " ()") {
				files = append(files, name)
			}
		}
	}
	if len(files) == 0 {
		files = p.Front.Files
	}
	for i, r := range facts() {
		if file := r.file(files); file != "" {
			return p.kind(i, FromFiles, file), true
		}
	}
	return k, false
}

func (p *Plan) kind(row int, source Source, evidence string) Kind {
	r, a := &rules[row], p.Front.Autonomous
	return Kind{
		Autonomous: r.autonomous, Rule: row + 1, Fact: r.fact, Source: source, Evidence: evidence, Why: r.why,
		Agrees: !a.Known || a.Value == r.autonomous,
	}
}

func (p *Plan) fact(r *rule, known map[Fact]bool) (Source, string, bool) {
	if holds, ok := known[r.fact]; ok {
		return FromFlag, "", holds
	}
	if file := r.file(p.Front.Files); file != "" {
		return FromFiles, file, true
	}
	named := p.Title
	if !IsNumber(p.Front.Phase) {
		named += " / " + p.Front.Phase + " " + strings.TrimSuffix(path.Base(p.File.Name), ".md")
	}
	if word := r.word(named); word != "" {
		return FromName, word, true
	}
	word := r.word(firstLine(p.Objective))
	return FromObjective, word, word != ""
}

func (r *rule) file(files []string) string {
	fits := slices.DeleteFunc(slices.Clone(files), func(file string) bool { return !r.fits(file) })
	if len(fits) == 0 || r.all && len(fits) < len(files) {
		return ""
	}
	return fits[0]
}

func (r *rule) fits(file string) bool {
	file = strings.ToLower(file)
	dirs := strings.Split(path.Dir(file), "/")
	if r.except.endOf(file) || slices.ContainsFunc(dirs, r.except.has) {
		return false
	}
	return r.ends.endOf(file) || slices.ContainsFunc(dirs, r.dirs.has)
}

func (l wordList) endOf(text string) bool {
	for end := range l.all() {
		if strings.HasSuffix(text, end) {
			return true
		}
	}
	return false
}

func (r *rule) word(text string) string {
	spaced := strings.NewReplacer("-", " ", "_", " ").Replace(text)
	for w := range r.words.all() {
		if hasWord(spaced, w) || hasWord(text, w) {
			return w
		}
	}
	return ""
}
