package lint

import (
	"strconv"
	"strings"
)

// A keyForm is how a kind of key begins and what follows.
type keyForm struct {
	prefix string
	body   string // as bodyLen reads it
	what   string
	before string // of which the bytes before the prefix are; "" where the key begins with it
	judged byte   // what the random part stands behind, if not the prefix
	alone  bool   // behind a "/" or ":" and before a "." it is a digest, of an image or a file
}

// keyForms are the prefixes that issuers document for their keys, with the alphabet and the
// length of the rest: at a shared beginning the more special one first. Where an issuer has
// changed the length, or promises none, a range. Sources: the issuers' documentation of key
// formats and the published patterns of gitleaks, TruffleHog and GitHub's secret scanning,
// as of 2026. Issuers whose keys have no prefix (Mistral, Cohere, Datadog, AWS's secret half)
// cannot be told from other text and are no rows.
var keyForms = [...]keyForm{
	{prefix: "AKIA", body: "<u16>", what: "AWS access key"},
	{prefix: "ASIA", body: "<u16>", what: "AWS session key"},
	{prefix: "ghp_", body: "<w36-255>", what: "GitHub token"},
	{prefix: "gho_", body: "<w36-255>", what: "GitHub token"},
	{prefix: "ghu_", body: "<w36-255>", what: "GitHub token"},
	{prefix: "ghs_", body: "<w36-255>", what: "GitHub token"},
	{prefix: "ghr_", body: "<w36-255>", what: "GitHub token"},
	{prefix: "github_pat_", body: "<w22>_<w59>", what: "GitHub token"},
	{prefix: "glpat-", body: "<b27-300>.<w2>.<w7-9>", what: "GitLab token"},
	{prefix: "glpat-", body: "<b20-22>", what: "GitLab token"},
	{prefix: "glrt-", body: "t<d1>_<b20-27>", what: "GitLab runner token"},
	{prefix: "glrt-", body: "<b20>", what: "GitLab runner token"},
	{prefix: "gldt-", body: "<b20>", what: "GitLab deploy token"},
	{prefix: "glptt-", body: "<x40>", what: "GitLab trigger token"},
	{prefix: "glcbt-", body: "<w1-5>_<b20>", what: "GitLab job token"},
	{prefix: "glcbt-", body: "<b20>", what: "GitLab job token"},
	{prefix: "sk-ant-", body: "<b32-255>", what: "Anthropic key"},
	{prefix: "sk-or-v1-", body: "<x64>", what: "OpenRouter key"},
	{prefix: "sk-proj-", body: "<b32-255>", what: "OpenAI key"},
	{prefix: "sk-svcacct-", body: "<b32-255>", what: "OpenAI key"},
	{prefix: "sk-admin-", body: "<b32-255>", what: "OpenAI key"},
	{prefix: "sk-", body: "<w48>", what: "OpenAI key"}, // T3BlbkFJ in the middle of newer ones
	{prefix: "sk-", body: "<x32>", what: "DeepSeek key", alone: true},
	{prefix: "gsk_", body: "<w52>", what: "Groq key"},
	{prefix: "xai-", body: "<w80>", what: "xAI key"},
	{prefix: "pplx-", body: "<w48>", what: "Perplexity key"},
	{prefix: "r8_", body: "<w37>", what: "Replicate token"},
	{prefix: "hf_", body: "<w34>", what: "Hugging Face token"},
	{prefix: "sk_live_", body: "<w20-255>", what: "Stripe key"},
	{prefix: "sk_test_", body: "<w20-255>", what: "Stripe key"},
	{prefix: "rk_live_", body: "<w20-255>", what: "Stripe key"},
	{prefix: "rk_test_", body: "<w20-255>", what: "Stripe key"},
	{prefix: "whsec_", body: "<w32-64>", what: "Stripe signing secret"},
	{prefix: "xoxb-1-", body: "<w100-400>", what: "Slack token"},
	{prefix: "xoxp-1-", body: "<w100-400>", what: "Slack token"},
	{prefix: "xoxb-", body: "<d9-13>-<s20-255>", what: "Slack token"},
	{prefix: "xoxp-", body: "<d9-13>-<s20-255>", what: "Slack token"},
	{prefix: "xoxa-2-", body: "<d9-13>-<s20-255>", what: "Slack token"},
	{prefix: "xoxa-", body: "<d9-13>-<s20-255>", what: "Slack token"},
	{prefix: "xoxs-", body: "<d9-13>-<s20-255>", what: "Slack token"},
	{prefix: "xoxc-", body: "<d9-13>-<s20-255>", what: "Slack token"},
	{prefix: "xoxe-1-", body: "<w100-400>", what: "Slack refresh token"},
	{prefix: "xoxe-", body: "<d9-13>-<s20-255>", what: "Slack token"},
	{prefix: "xapp-1-", body: "<w9-13>-<d9-13>-<w32-64>", what: "Slack token"},
	{prefix: "hooks.slack.com/services/", body: "T<u8-12>/B<u8-12>/<w23-25>", what: "Slack webhook", judged: '/'},
	{prefix: "AIza", body: "<b35>", what: "Google API key"},
	{prefix: "GOCSPX-", body: "<b28>", what: "Google client secret"},
	{prefix: "ya29.", body: "<b50-500>", what: "Google access token"},
	{prefix: "lin_api_", body: "<w32-64>", what: "Linear key"},
	{prefix: "lin_oauth_", body: "<w32-64>", what: "Linear key"},
	{prefix: "SG.", body: "<b22>.<b43>", what: "SendGrid key"},
	{prefix: "npm_", body: "<w36>", what: "npm token"},
	{prefix: "pypi-AgEIcHlwaS5vcmc", body: "<b40-500>", what: "PyPI token"},
	{prefix: "rubygems_", body: "<x48>", what: "RubyGems key"},
	{prefix: "dckr_pat_", body: "<b27>", what: "Docker token"},
	{prefix: "dckr_oat_", body: "<b32>", what: "Docker token"},
	{prefix: "dop_v1_", body: "<x64>", what: "DigitalOcean token"},
	{prefix: "doo_v1_", body: "<x64>", what: "DigitalOcean token"},
	{prefix: "dor_v1_", body: "<x64>", what: "DigitalOcean token"},
	{prefix: "hvs.", body: "<b90-120>", what: "Vault token"},
	{prefix: "hvs.", body: "<w24>", what: "Vault token"},
	{prefix: "hvb.", body: "<b138-255>", what: "Vault token"},
	{prefix: ".atlasv1.", body: "<b60-70>", what: "Terraform token", before: "<w14>"},
	{prefix: "shpat_", body: "<h32>", what: "Shopify token"},
	{prefix: "shpca_", body: "<h32>", what: "Shopify token"},
	{prefix: "shppa_", body: "<h32>", what: "Shopify token"},
	{prefix: "shpss_", body: "<h32>", what: "Shopify secret"},
	{prefix: "ntn_", body: "<d11><w35>", what: "Notion token"},
	{prefix: "figd_", body: "<b40>", what: "Figma token"},
	{prefix: "dapi", body: "<x32>", what: "Databricks token"},
	{prefix: "NRAK-", body: "<u27>", what: "New Relic key"},
	{prefix: "glsa_", body: "<w32>_<h8>", what: "Grafana token"},
	{prefix: "sbp_", body: "<x40>", what: "Supabase token"},
	{prefix: "PMAK-", body: "<x24>-<x34>", what: "Postman key"},
	{prefix: "sntrys_", body: "eyJ<f40-500>_<f40-44>", what: "Sentry token", judged: '_'},
	{prefix: "sntryu_", body: "<x64>", what: "Sentry token"},
	{prefix: "pscale_tkn_", body: "<b32-64>", what: "PlanetScale token"},
	{prefix: "pscale_pw_", body: "<b32-64>", what: "PlanetScale password"},
	{prefix: "AGE-SECRET-KEY-1", body: "<u50-58>", what: "age key"},
	{prefix: "AA", body: "<b33>", what: "Telegram bot token", before: "<d8-10>:"},
	{prefix: "eyJ", body: "<b12-300>.eyJ<b10-2000>.<b27-700>", what: "JSON web token", judged: '.'},
}

// keyFirsts are the first bytes of the prefixes.
const keyFirsts = ".AGNPSdefghlnprswxy"

// lead is how many bytes at the end of text, which stands before the prefix, are of the key,
// and whether they are those that the form asks for.
func (f *keyForm) lead(text string) (n int, ok bool) {
	if f.before == "" {
		return 0, true
	}
	const most = 16 // bytes that any form has before its prefix
	for n = 1; n <= min(most, len(text)); n++ {
		start := len(text) - n
		if bodyLen(f.before, text[start:]) == n && beginsWord(text, start) {
			return n, true
		}
	}
	return 0, false
}

// random is the part of a body that an issuer draws by lot.
func (f *keyForm) random(body string) string {
	if f.judged == 0 {
		return body
	}
	return body[strings.LastIndexByte(body, f.judged)+1:]
}

// bodyLen is how many bytes of text are as pattern says, as many as can be; -1 if none are.
// <w36> in a pattern stands for 36 bytes of the alphabet w, <w20-64> for 20 to 64; all else
// is itself. No letter or digit may follow; a "-" or "_" may, of a label.
func bodyLen(pattern, text string) int {
	if pattern == "" {
		if text != "" && isAlnum(text[0]) {
			return -1
		}
		return 0
	}
	if pattern[0] != '<' {
		if text == "" || text[0] != pattern[0] {
			return -1
		}
		return plus(1, bodyLen(pattern[1:], text[1:]))
	}
	part, rest, _ := strings.Cut(pattern[1:], ">")
	low, high, ranged := strings.Cut(part[1:], "-")
	least, _ := strconv.Atoi(low)
	most := least
	if ranged {
		most, _ = strconv.Atoi(high)
	}
	n := 0
	for n < min(most, len(text)) && inAlphabet(part[0], text[n]) {
		n++
	}
	for ; n >= least; n-- {
		if more := bodyLen(rest, text[n:]); more >= 0 {
			return n + more
		}
	}
	return -1
}

// plus is n and more, or -1 if more is.
func plus(n, more int) int {
	if more < 0 {
		return more
	}
	return n + more
}

// inAlphabet reports whether c is in the alphabet that patterns call name.
func inAlphabet(name, c byte) bool {
	switch name {
	case 'd':
		return '0' <= c && c <= '9'
	case 'x':
		return isDigit16(c)
	case 'h':
		return isDigit16(c | 0x20)
	case 'u':
		return '0' <= c && c <= '9' || 'A' <= c && c <= 'Z'
	case 's':
		return isAlnum(c) || c == '-'
	case 'b': // base64 for addresses
		return isAlnum(c) || c == '-' || c == '_'
	case 'f': // base64
		return isAlnum(c) || strings.IndexByte("+/=", c) >= 0
	}
	return isAlnum(c) // 'w'
}
