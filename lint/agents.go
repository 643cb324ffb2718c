package lint

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"mdck/mdcheckpoint/agents"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/source"
)

// agentsRules are the rules about the checkpoints of parallel agents. Source of what
// they ask for: the checkpoint protocol; of the names: the script that validates the
// folders.
func agentsRules() []Rule {
	return []Rule{
		{
			ID: "agents/schema", Severity: Error, Check: told("agents", string(agents.Schema)),
			Summary: "The checkpoint is no JSON object that names its agent, or has other keys and values than the protocol.",
			Why:     "The primary's scripts read agent_id of every file and break without it; mdck agents restore brings back the newest backup of one that cannot be read. All else that is missing, of another kind or unknown is a warning: one for each file that lists the keys, and one for each value that the protocol does not have.",
		},
		{
			ID: "agents/time", Severity: Warning, Check: told("agents", string(agents.Time)),
			Summary: "A time cannot be read, or the next checkpoint is expected before the last.",
			Why:     "The age of last_checkpoint is how a crash is noticed. The scripts take a word in its place, such as \"N/A\", for a time long ago: the agent looks crashed whatever it does.",
		},
		{
			ID: "agents/name", Severity: Warning, Check: told("agents", string(agents.Naming)),
			Summary: "The name of the file is not that of its agent.",
			Why:     "Scripts find a checkpoint by its agent: Secondary-A has secondary_a.json, Agent-Primary primary.json. Under another name nobody watches it, and a session that resumes begins anew. A file that neither has such a name nor names an agent is none of ours.",
		},
		{
			ID: "agents/duplicate", Severity: Warning, Check: told("agents", string(agents.Duplicate)),
			Summary: "An agent has more than one checkpoint, or a file of messages has its title or a number twice.",
			Why:     "One of two checkpoints is stale, and raises alarms or is resumed by mistake: archive it with its name and _crashed_ or _aborted_ and the time. A title that stands twice is what the protocol's snippet for sending leaves behind; a number that stands twice makes an answer ambiguous.",
		},
		{
			ID: "agents/contradiction", Severity: Warning, Check: told("agents", string(agents.Contradiction)),
			Summary: "status, blockers and can_resume cannot all be so, or agent_type is not that of agent_id.",
			Why:     "Who is BLOCKED says by what, and who is not has no blockers. can_resume false keeps a session from going on, so an agent at work says true, and one that is done says false, or it gets stale. Agent-Primary is primary, Secondary-A secondary.",
		},
		{
			ID: "agents/missing-file", Severity: Warning, Check: checkAgentFiles,
			Summary: "A file of files_modified does not exist.",
			Why:     "A session that resumes reads these files to see how far the work is. Paths are relative to the epic, or to the root of the repository.",
		},
	}
}

// told gives the check of a rule of a protocol that reports what its room finds
// under that name. What is no JSON is said by the rule about the schema.
func told(protocol, name string) func(*Unit) []Finding {
	return func(u *Unit) []Finding { return u.told[protocol+"/"+name] }
}

// claim adds the claims of the file at name, as many as are verified.
func (r *room) claim(name string, claims []claim.Claim) {
	some, left := claim.Bounded(claims)
	if left > 0 {
		r.cut[name] = true
	}
	for _, made := range some {
		made.Path = name
		r.claims = append(r.claims, made)
	}
}

// readAgents reads the checkpoints of an epic. A file that is named, and is no
// checkpoint by its name or not in a folder of checkpoints, is read alone.
func readAgents(in Input) room {
	r := room{files: map[string]*source.File{}, faults: map[string]error{}, beside: map[string]*source.File{}, cut: map[string]bool{}}
	folder, err := agentsFolder(in)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		r.faults[in.Main] = err
	}
	for _, c := range folder.Agents {
		r.files[c.Path()] = c.Doc.File
		r.claim(c.Path(), c.ClaimsBelow(in.Above))
	}
	for _, f := range folder.Faults {
		r.fault(in, path.Join(folder.Dir, f.Name), f.Err)
	}
	boxes := readMessages(in, &r)
	r.view = func(u *Unit) {
		u.Agents, u.told = folder, map[string][]Finding{}
		tellAgents(u, folder)
		for _, m := range boxes {
			u.tellAgent(m.File.Name, m.Check())
		}
	}
	return r
}

// agentsFolder is the folder of in, empty where it cannot be read.
func agentsFolder(in Input) (*agents.Folder, error) {
	if in.Path == in.Main || path.Base(in.Main) == agents.CheckpointDir {
		folder, err := agents.ReadFolder(in.Tree, in.Main)
		if err != nil {
			folder = &agents.Folder{Dir: in.Main}
		}
		if base := path.Base(in.Path); in.Path == in.Main || folder.Holds(base) || agents.KindOf(base).IsAgent() {
			return folder, err
		}
	}
	folder := &agents.Folder{Dir: path.Dir(in.Path)}
	text, err := source.ReadFile(in.Tree, in.Path)
	if err != nil && !errors.Is(err, source.ErrTooLarge) {
		return folder, err
	}
	var c *agents.Checkpoint
	if err == nil {
		c, err = agents.Parse(in.Path, text)
	}
	if err != nil {
		folder.Faults = []agents.Fault{{Name: path.Base(in.Path), Err: err}}
		return folder, nil
	}
	folder.Agents = []*agents.Checkpoint{c}
	return folder, nil
}

// fault notes why a checkpoint could not be used, if it was asked about. One that is
// there is a file all the same; else the error is that of reading it, which has its
// name.
func (r *room) fault(in Input, name string, err error) {
	if in.Path != in.Main && in.Path != name {
		return
	}
	r.faults[name] = err
	if errors.Is(err, agents.ErrNotRegular) {
		return // a read would say it in the words of the system
	}
	text, fault := source.ReadFile(in.Tree, name)
	if fault != nil && !errors.Is(fault, source.ErrTooLarge) {
		r.faults[name] = fault
		return
	}
	r.files[name] = source.NewFile(name, text)
}

// readMessages reads the messages between the agents of an epic, if that was asked
// about as a whole. What cannot be read as messages has none.
func readMessages(in Input, r *room) []*agents.Messages {
	if in.Path != in.Main {
		return nil
	}
	dir := path.Join(path.Dir(in.Main), agents.MessageDir)
	there, _ := fs.ReadDir(in.Tree, dir) // there need not be any
	var boxes []*agents.Messages
	for _, e := range there {
		if !agents.IsMailbox(e.Name()) || e.IsDir() {
			continue
		}
		name := path.Join(dir, e.Name())
		text, err := source.ReadFile(in.Tree, name)
		if err != nil {
			continue
		}
		if m, err := agents.ParseMessages(name, text); err == nil {
			boxes = append(boxes, m)
			r.beside[name] = m.File
		}
	}
	return boxes
}

// tellAgents notes what is wrong with each checkpoint.
func tellAgents(u *Unit, folder *agents.Folder) {
	twins := folder.Duplicates()
	for _, c := range folder.Agents {
		u.tellAgent(c.Path(), c.Check())
		if p, ok := twins[c]; ok {
			u.tellAgent(c.Path(), []agents.Problem{p})
		}
	}
	for _, f := range folder.Faults {
		u.tell("agents/"+string(agents.Schema), syntaxFindings(u, path.Join(folder.Dir, f.Name))...)
	}
}

func (u *Unit) tellAgent(name string, problems []agents.Problem) {
	for _, p := range problems {
		f := Finding{Path: name, Span: p.Span, Severity: Warning, Message: p.Message}
		if p.Error {
			f.Severity = Error
		}
		u.tell("agents/"+string(p.Topic), f)
	}
}

// tell notes findings for the rule with that id.
func (u *Unit) tell(id string, found ...Finding) { u.told[id] = append(u.told[id], found...) }

func checkAgentFiles(u *Unit) []Finding { return u.absent(agents.ClaimFile, agents.FilesKey) }

// absent are the findings of files that are listed under key, which the claims called
// name are about, and are not there.
func (u *Unit) absent(name, key string) []Finding {
	var found []Finding
	for _, v := range u.Verdicts {
		if v.Key == name && v.Status == claim.Stale {
			found = append(found, absent(&v, key))
			found[len(found)-1].least = u.cut[v.Path]
		}
	}
	return found
}

// absent is the finding of a file that is listed under key and is not there.
func absent(v *claim.Verdict, key string) Finding {
	return Finding{Path: v.Path, Span: v.Span, Message: fmt.Sprintf("%q of %q does not exist", shown(strings.TrimPrefix(v.Name, "file ")), key)}
}
