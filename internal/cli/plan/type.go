package plan

import (
	"fmt"
	"slices"
	"strings"

	"mdck/internal/cli/app"
	"mdck/internal/cli/pick"
	"mdck/internal/report"
	"mdck/mdcheckpoint/plan/planfile"
)

const typeHelp = `Prints the type of a plan: "autonomous" if it can run without a person, or "human-verify" if a person must check the result. mdck uses the first fact in this list that is true for the plan:

    ui, flows, integration, final     human-verify
    infrastructure, backend, setup    autonomous
    none of these facts               autonomous in phases 1 and 2, human-verify in later phases

You can state a fact with a flag. Otherwise mdck looks for it in files_modified, in the name and in the objective of the plan. docs/plan.md lists the words and files that it looks for.

PATH is a plan, a directory, or the id of a plan or a phase (default: the repository). With --check, the exit status is 1 if the front matter does not match the type.

Examples:

    mdck plan type 03-06
    mdck plan type 03-06 --no-ui --backend
    mdck plan type --check --json`

type factFlags struct {
	UI               *bool `name:"ui" xor:"ui" help:"The plan changes what people see."`
	NoUI             *bool `name:"no-ui" xor:"ui" help:"The plan does not change what people see."`
	Flows            *bool `xor:"flows" help:"The plan changes the steps that people go through."`
	NoFlows          *bool `xor:"flows" help:"The plan does not change the steps that people go through."`
	Integration      *bool `xor:"integration" help:"The plan connects parts of the program."`
	NoIntegration    *bool `xor:"integration" help:"The plan does not connect parts of the program."`
	Final            *bool `xor:"final" help:"The plan is in the last phase."`
	NoFinal          *bool `xor:"final" help:"The plan is not in the last phase."`
	Infrastructure   *bool `xor:"infrastructure" help:"The plan changes infrastructure."`
	NoInfrastructure *bool `xor:"infrastructure" help:"The plan does not change infrastructure."`
	Backend          *bool `xor:"backend" help:"The plan changes only the backend."`
	NoBackend        *bool `xor:"backend" help:"The plan changes more than the backend."`
	Setup            *bool `xor:"setup" help:"The plan creates what other plans need."`
	NoSetup          *bool `xor:"setup" help:"The plan does not create what other plans need."`
}

func (f *factFlags) known() map[planfile.Fact]bool {
	known := map[planfile.Fact]bool{}
	add := func(fact planfile.Fact, yes, no *bool) {
		if yes != nil {
			known[fact] = *yes
		} else if no != nil {
			known[fact] = !*no
		}
	}
	add(planfile.UI, f.UI, f.NoUI)
	add(planfile.Flows, f.Flows, f.NoFlows)
	add(planfile.Integration, f.Integration, f.NoIntegration)
	add(planfile.Final, f.Final, f.NoFinal)
	add(planfile.Infrastructure, f.Infrastructure, f.NoInfrastructure)
	add(planfile.Backend, f.Backend, f.NoBackend)
	add(planfile.Setup, f.Setup, f.NoSetup)
	return known
}

type typeCommand struct {
	Path  []string `arg:"" optional:"" name:"path" help:"A plan, a directory, or the id of a plan or phase (default: the repository)."`
	Check bool     `help:"Exit 1 if the value of autonomous does not match the type of the plan."`
	JSON  bool     `help:"Print one JSON object."`
	factFlags
	pick.ConfigFlags
}

func (c *typeCommand) Run(std app.Streams) error {
	folders, err := planFolders(&c.Pick, c.Path, std.Err)
	if len(folders) == 0 {
		return err
	}
	types := c.types(folders)
	differs := slices.ContainsFunc(types, func(t typeJSON) bool { return !t.Agrees })
	return printResult(std.Out, err, c.JSON, &typesJSON{Version: 1, Plans: types}, typesText(types), c.Check && differs)
}

// typesJSON is the output of mdck plan type --json. Its names are part of the interface.
type typesJSON struct {
	Version int        `json:"version"`
	Plans   []typeJSON `json:"plans"`
}

type typeJSON struct {
	Plan string `json:"plan"`
	Path string `json:"path"`
	Type string `json:"type"` // autonomous or human-verify
	planfile.Kind
	Autonomous *bool `json:"autonomous"` // null if the plan does not say
	Agrees     bool  `json:"agrees"`     // the front matter agrees with Type
	Gated      bool  `json:"gated"`      // the plan has a checkpoint
}

func (c *typeCommand) types(folders []*planFolder) []typeJSON {
	known, all := c.known(), []typeJSON{}
	for _, f := range folders {
		for _, p := range f.plans() {
			k := p.Type(known)
			t := typeJSON{Plan: p.ID().String(), Path: f.displayPath(p), Type: k.Type(), Kind: k, Agrees: k.Agrees, Gated: p.Gated()}
			if a := p.Front.Autonomous; a.Known {
				t.Autonomous = &a.Value
			}
			all = append(all, t)
		}
	}
	return all
}

func typesText(types []typeJSON) string {
	var b strings.Builder
	for i := range types {
		t := &types[i]
		fmt.Fprintf(&b, "%s: %s, because %s\n", report.Name(t.Path), t.Type, t.Why)
		printFact(&b, "Based on", t.reason())
		printFact(&b, "Front matter", t.front())
	}
	return b.String()
}

func (t *typeJSON) reason() string {
	switch t.Source {
	case planfile.FromPhase:
		if t.Evidence == "" {
			return "an unknown phase"
		}
		return "phase " + t.Evidence
	case planfile.FromFlag:
		return fmt.Sprintf("the flag --%s", t.Fact)
	}
	return fmt.Sprintf("%q in %s", t.Evidence, t.Source)
}

func (t *typeJSON) front() string {
	gated := ""
	if t.Gated && t.Type == "autonomous" {
		gated = "; the plan has a checkpoint"
	}
	switch {
	case t.Autonomous == nil:
		return "autonomous is not set" + gated
	case t.Agrees:
		return fmt.Sprintf("autonomous: %t, which matches the type", *t.Autonomous)
	}
	return fmt.Sprintf("autonomous: %t, which does not match the type%s", *t.Autonomous, gated)
}
