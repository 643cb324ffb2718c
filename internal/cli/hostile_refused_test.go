package cli

import (
	"io"
	"slices"
	"strings"
	"testing"

	"mdck/internal/cli/app"
)

// refusedLines fail after they have read the files, one for each command that writes.
var refusedLines = [...]string{
	"init ohrfc a/b", "init ccc none-of-them --shape nope", "init ohrfc rfc-9 --title",
	"ohrfc prompt nope rfc-1", "append rfc-1 --section nope -b x", "append rfc-1 --section gate-b --round 9 -b x", "append HANDOFF.md --section nope -b x",
	"prune nowhere", "prune rfc-1 --keep x", "stamp nowhere", "ohrfc advance nope rfc-1", "ohrfc advance design-done rfc-2",
	"restore rfc-1 --archive nope --force", "restore rfc-1 --backup 99", "restore ccc --backup 7",
	"lint --fix nowhere", "lint --baseline nowhere/b.json --update-baseline", "fmt --write nowhere",
	"hook install nope", "hook uninstall nope",
	"ccc done x --shape nope", "ccc current", "ccc next", "ccc decide x", "ccc block x", "ccc unblock", "ccc learn", "ccc continue --shape nope x",
	"ccc write --input nowhere", "ccc scope nowhere", "ccc save --skip-git --skip-linear --input nowhere",
	"agents create Secondary-A --epic epics/E-7", "agents create Helper --epic epics/E-7", "agents create Secondary-B --epic . --feature ..",
	"agents beat Secondary-A --epic epics/E-7 --feature ..", "agents beat Secondary-Z --epic outside", "agents beat Helper --epic epics/E-7",
	"agents warn Secondary-Z --epic epics/E-7", "agents escalate Secondary-Z --epic epics/E-7",
	"agents inbox Secondary-Z --epic epics/E-7 --read", "agents restore Secondary-A --epic epics/E-7", "agents resume Secondary-Z --epic epics/E-7",
	"agents takeover Secondary-A --epic epics/E-7 --as primary", "agents abort Secondary-Z --epic epics/E-7", "agents abort Secondary-A --epic epics/E-7 --now 2026-01-15T14:00:00Z",
	"loop start nope --track login", "loop progress --track login --done x", "loop pass --track nope", "loop fail --track login", "loop block --track login",
	"loop unblock nope --track login", "loop skip nope --track login", "loop decide accept --because x --track login", "loop sync --track nope", "loop migrate --track nope --write",
	"plan answer 02-01:3 nope", "plan answer 09-09:1 approved", "plan add nope 02-01", "plan sync --from nope", "plan threshold check --cost x", "plan ack nope", "plan ack cost --value x",
	"handoff next none", "handoff pending none", "handoff done", "handoff decide x", "handoff block x", "handoff unblock none", "handoff ran x", "handoff goal none",
	"plan reset nope", "plan done 02-01:99", "plan done 9", "plan summary 09-09", "plan trigger check --event nope",
}

func TestRefusedLeavesNothing(t *testing.T) {
	p := idProject(t)
	for _, line := range refusedLines {
		p.checkRefused(strings.Fields(line))
	}
	for _, c := range allCommands() {
		begins := func(line string) bool { return line == c.Name || strings.HasPrefix(line, c.Name+" ") }
		if writesAtAll(t, &c) && !slices.ContainsFunc(refusedLines[:], begins) {
			t.Errorf("%q writes, but refusedLines has no line for it", c.Name)
		}
	}
}

func writesAtAll(t *testing.T, c *app.Command) bool {
	t.Helper()
	parser, err := c.Parser(app.Streams{Out: io.Discard, Err: io.Discard})
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Subcommands()) > 0 {
		return false // only subcommands write
	}
	return mayWrite(c, parser.Model.Node, strings.Fields(c.Name))
}
