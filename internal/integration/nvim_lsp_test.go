//go:build integration

package integration

import (
	"slices"
	"strings"
	"testing"
)

const attached = `
vim.cmd("edit ` + checkpoint + `")
local function settled(want)
  local ok = vim.wait(20000, function()
    for _, d in ipairs(vim.diagnostic.get(0)) do if d.message:find(want, 1, true) then return true end end
    return false
  end, 20)
  if not ok then error("no finding about " .. want .. ": " .. vim.inspect(vim.diagnostic.get(0))) end
end
local function request(method, params)
  params.textDocument = vim.lsp.util.make_text_document_params(0)
  local answers = assert(vim.lsp.buf_request_sync(0, method, params, 20000))
  for _, a in pairs(answers) do
    if a.err then error(vim.inspect(a.err)) end
    return a.result
  end
end
`

var servers = map[string]struct{ section, with string }{
	"0.7":  {"Neovim 0.7 and newer", "start_client"},
	"0.11": {"Neovim 0.11 and newer", "vim.lsp.enable"},
}

func serverRecipe(t *testing.T) string { return recipe(t, "0.7") }

func recipe(t *testing.T, version string) string {
	s := servers[version]
	return block(t, "lsp.md", s.section, "lua", s.with)
}

func TestNeovimServer(t *testing.T) {
	for form := range buffers {
		t.Run(form, func(t *testing.T) {
			dir, file := opened(t, form)
			before := read(t, file)
			typed := strings.Replace(before, "- artifact_state: ", "- artifact_state: 𝕏é𝕏 ", 1)
			typed = strings.Replace(typed, "- last_phase", "- Last_phase", 1)
			want := ofFile(findings(t, dir, typed, "--stdin-filename", file), file)
			var got []diagnostic
			neovim(t, dir, serverRecipe(t), attached+`
vim.cmd("silent %s/- artifact_state: /- artifact_state: 𝕏é𝕏 /")
vim.cmd("silent %s/- last_phase/- Last_phase/")
settled("Last_phase")
answer(vim.diagnostic.get(0))`, &got)
			for i := range got { // the rule is a separate field
				got[i].Message += " [" + got[i].code() + "]"
			}
			sameDiagnostics(t, file, got, want)
			sameText(t, read(t, file), before)
			if !slices.ContainsFunc(want, func(f finding) bool {
				return f.Rule == "ohrfc/rfc-hash" && f.Column > len("- artifact_state: 𝕏é𝕏 ")
			}) {
				t.Error("nothing is found after the characters")
			}
		})
	}
}

func TestNeovimServerRecipes(t *testing.T) {
	for version := range servers {
		t.Run(version, func(t *testing.T) {
			dir, file := opened(t, "lines")
			typed := strings.Replace(read(t, file), "- last_phase", "- Last_phase", 1)
			want := ofFile(findings(t, dir, typed, "--stdin-filename", file), file)
			var got []diagnostic
			neovim(t, dir, recipe(t, version), attached+`
vim.cmd("silent %s/- last_phase/- Last_phase/")
settled("Last_phase")
answer(vim.diagnostic.get(0))`, &got)
			for i := range got {
				got[i].Message += " [" + got[i].code() + "]"
			}
			sameDiagnostics(t, file, got, want)
		})
	}
}

func (d *diagnostic) code() string { return d.UserData.LSP.Code }

func TestNeovimServerFormats(t *testing.T) {
	for form := range buffers {
		t.Run(form, func(t *testing.T) {
			dir, file := opened(t, form)
			typed := strings.Replace(read(t, file), "- last_phase", "- Last_phase", 1)
			want, _, status := mdck(t, dir, typed, "fmt", "--stdin-filename", file)
			if status != 0 || want == typed {
				t.Fatalf("nothing to fix, or status %d", status)
			}
			var done bool
			neovim(t, dir, serverRecipe(t), attached+`
vim.cmd("silent %s/- last_phase/- Last_phase/")
settled("Last_phase")
vim.lsp.buf.formatting_sync(nil, 20000)
vim.cmd("write")
answer(true)`, &done)
			sameText(t, read(t, file), want)
		})
	}
}

func TestNeovimServerFixes(t *testing.T) {
	dir, file := opened(t, "lines")
	typed := strings.Replace(read(t, file), "- last_phase", "- Last_phase", 1)
	want, _, _ := mdck(t, dir, typed, "fmt", "--stdin-filename", file)
	var out struct {
		Kinds []string
		Hover string
	}
	neovim(t, dir, serverRecipe(t), attached+`
vim.cmd("silent %s/- last_phase/- Last_phase/")
settled("Last_phase")
local all = { start = { line = 0, character = 0 }, ["end"] = { line = 999, character = 0 } }
local out = { Kinds = {} }
for _, a in ipairs(request("textDocument/codeAction", { range = all, context = { diagnostics = {} } })) do
  table.insert(out.Kinds, a.kind)
  if a.kind == "source.fixAll.mdck" then vim.lsp.util.apply_workspace_edit(a.edit, "utf-16") end
end
vim.cmd("silent wall")
out.Hover = request("textDocument/hover", { position = { line = 0, character = 3 } }).contents.value
answer(out)`, &out)
	sameText(t, read(t, file), want)
	if want == typed || !slices.Contains(out.Kinds, "source.fixAll.mdck") || !slices.Contains(out.Kinds, "quickfix") {
		t.Errorf("actions are %q", out.Kinds)
	}
	if !strings.HasPrefix(out.Hover, "lines ") || !strings.Contains(out.Hover, "tokens ") {
		t.Errorf("the hover over the title is %q", out.Hover)
	}
}
