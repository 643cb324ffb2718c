package ohrfc

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"mdck/internal/report"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/ohrfc"
	"mdck/mdcheckpoint/schema"
	"mdck/templates"
)

// oneLineRule is a rule for every bullet. Source: checkpoint_protocol §3.
const oneLineRule = "A bullet is one line."

func writePrompt(w io.Writer, p *ohrfc.Prompt, encoding string, there bool) error {
	var b strings.Builder
	fmt.Fprintf(&b, "## %s\n\n%s\n", p.Title(), oneLineRule)
	if p.There {
		fmt.Fprintf(&b, "\nThe section already exists: mdck append changes it only with --replace.\n")
	}
	if lines := p.BudgetLines(encoding); len(lines) > 0 {
		fmt.Fprintf(&b, "\n%s\n", strings.Join(lines, "\n"))
	}
	for i := range p.Group.Subsections {
		sub := &p.Group.Subsections[i]
		fmt.Fprintf(&b, "\n### %s (%s)\n\n", sub.Title, ohrfc.BulletRange(sub))
		for _, q := range templates.Questions(p.Group.Key, sub.Slug()) {
			fmt.Fprintf(&b, "- %s\n", q)
		}
		if len(sub.Labels) > 0 && there {
			b.WriteString("\n")
			for _, line := range p.TensionLines() {
				fmt.Fprintf(&b, "%s\n", report.OneLine(line))
			}
		}
	}
	fmt.Fprintf(&b, "\nmdck append --section %s accepts bullets below these ### titles. It also accepts JSON: fill in the lists of the object that mdck ohrfc prompt %s --json prints.\n",
		p.Group.Key, p.Group.Key)
	_, err := io.WriteString(w, b.String())
	return err
}

// The names in the JSON form of a prompt are part of the interface.
type (
	jsonPrompt struct {
		Title       string              `json:"title"`
		There       bool                `json:"there"` // the section exists, so append needs --replace
		Rule        string              `json:"rule"`
		Subsections []jsonSubsection    `json:"subsections"`
		Encoding    string              `json:"encoding"`
		Budgets     []jsonBudget        `json:"budgets"`
		Archived    []int               `json:"archived"`
		Tensions    []ohrfc.OpenTension `json:"tensions"`
	}
	jsonSubsection struct {
		Key       string   `json:"key"`
		Heading   string   `json:"heading"`
		Min       int      `json:"min"`
		Max       *int     `json:"max"` // null means no maximum
		Optional  bool     `json:"optional"`
		Labels    []string `json:"labels"`
		Questions []string `json:"questions"`
	}
	jsonBudget struct {
		Of    string `json:"of"` // "file" or "section"
		Unit  string `json:"unit"`
		Limit int    `json:"limit"`
		Used  int    `json:"used"`
		Free  int    `json:"free"`
	}
)

// writePromptJSON prints p as the object that mdck append reads. An additional key, "prompt", has
// the questions.
func writePromptJSON(w io.Writer, p *ohrfc.Prompt, encoding string) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, `{"section":%q`, p.Group.Key)
	if p.Round > 0 {
		fmt.Fprintf(&b, `,"round":%d`, p.Round)
	}
	for i := range p.Group.Subsections {
		fmt.Fprintf(&b, `,%q:[]`, p.Group.Subsections[i].Slug())
	}
	b.WriteString(`,"prompt":`)
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(toJSON(p, encoding)); err != nil {
		return err
	}
	b.WriteString("}")
	var out bytes.Buffer
	if err := json.Indent(&out, b.Bytes(), "", "  "); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "%s\n", jsondoc.Visible(out.Bytes()))
	return err
}

func toJSON(p *ohrfc.Prompt, encoding string) jsonPrompt {
	out := jsonPrompt{
		Title: p.Title(), There: p.There, Rule: oneLineRule, Encoding: encoding,
		Budgets: []jsonBudget{}, Archived: append([]int{}, p.Archived...), Tensions: append([]ohrfc.OpenTension{}, p.Tensions...),
	}
	for i := range p.Group.Subsections {
		sub := &p.Group.Subsections[i]
		s := jsonSubsection{Key: sub.Slug(), Heading: sub.Title, Min: sub.Min, Optional: sub.Optional,
			Labels: append([]string{}, sub.Labels...), Questions: templates.Questions(p.Group.Key, sub.Slug())}
		if sub.Max > 0 {
			s.Max = &sub.Max
		}
		out.Subsections = append(out.Subsections, s)
	}
	for i := range p.Budgets {
		b := &p.Budgets[i]
		of := "file"
		if b.Kind == schema.SectionLines {
			of = "section"
		}
		out.Budgets = append(out.Budgets, jsonBudget{Of: of, Unit: b.Unit, Limit: b.Limit, Used: b.Used, Free: max(0, b.Limit-b.Used)})
	}
	return out
}
