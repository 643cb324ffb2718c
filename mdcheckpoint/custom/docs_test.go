package custom

import (
	"os"
	"strings"
	"testing"

	"mdck/mdcheckpoint/yamldoc"
)

func TestExamples(t *testing.T) {
	page, err := os.ReadFile("../../docs/formats.md")
	if err != nil {
		t.Fatal(err)
	}
	examples := strings.Split(string(page), "```yaml\n")[1:]
	if len(examples) < 2 {
		t.Errorf("%d examples", len(examples))
	}
	for _, example := range examples {
		text, _, _ := strings.Cut(example, "```")
		doc, err := yamldoc.Parse("docs/formats.md", text)
		if err != nil {
			t.Fatal(err)
		}
		if all, problems := ParseFormats(doc.Root.Get("formats"), nil); len(all) != 1 || len(problems) > 0 {
			t.Errorf("%d formats, %v\n%s", len(all), problems, text)
		}
	}
}
