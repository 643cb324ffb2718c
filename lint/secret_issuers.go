package lint

import (
	"encoding/base64"
	"strconv"
	"strings"
	"sync"

	"mdck/mdcheckpoint/source"
)

// issuers has a row for each kind of key with a prefix: its name, prefixes, bodies, and the check of a
// match, see checkNamed. Longer bodies are first. <w36> matches 36 bytes of the alphabet w, see
// inAlphabet; all other text matches itself. The length is a range if an issuer has changed it or does
// not document it, or if sources differ. If prefixes overlap, the first matching row is used.
//
// Sources, as of November 2026: gitleaks 8.30 for most rows; Betterleaks for xAI, OpenRouter,
// DeepSeek, Replicate, Docker, Supabase, Figma, CircleCI and the GitLab token with two dots;
// TruffleHog for Groq, Discord and the longer tokens of GitHub; GitHub's announcement of April 2026
// for ghs_ with a web token. Some rows agree with several public scanners, but were not compared
// with documents of the issuer: GOCSPX-, ya29., lin_oauth_, whsec_, bkua_, CFPAT-, dt0c01., lsv2_,
// nvapi-, sk.eyJ, and phx_, for which the scanners use different lengths. Some rows are from
// memory, without a source: glpat- of 22, glrt-t1_ and glcbt- of 20, hvs. of 24, xoxb-1-, xoxp-1-,
// xoxa-2-, LTAI and the lengths of tskey-. Some were not checked one by one: xoxc-, the parts of
// ghs_ with a web token and of SG., the end of ATATT3.
//
// Keys without a prefix (Mistral, Cohere, Datadog) look like other text. The table names has some
// of them.
const issuers = `1Password token          | ops_eyJ | <f250-2000>
AWS access key           | AKIA ASIA ABIA ACCA | <u16>
Airtable token           | pat | <w14>.<h64>
Alibaba Cloud access key | LTAI | <w20>
Amazon Bedrock key       | ABSK | <f109-271>
Amazon Bedrock key       | bedrock-api-key-YmVkcm9jay5hbWF6b25hd3MuY29t | <f60-3000>
Anthropic key            | sk-ant- | <b32-255>
Artifactory key          | AKCp | <w69>
Atlassian token          | ATATT3 | <b170-190>=<h8>
Buildkite token          | bkua_ | <h40>
CircleCI token           | CCIPAT_ CCIPRJ_ | <w22>_<h40>
Contentful token         | CFPAT- | <b43>
Databricks token         | dapi | <h32>-<d1> <h32>
DeepSeek key             | sk- | <h32> | no path
DigitalOcean token       | dop_v1_ doo_v1_ dor_v1_ | <h64>
Discord webhook          | discord.com/api/webhooks/ discordapp.com/api/webhooks/ | <d17-20>/<b60-80>
Docker token             | dckr_pat_ dckr_oat_ | <b32> <b27>
Doppler token            | dp.pt. | <w43>
Dynatrace token          | dt0c01. | <w24>.<w64>
Figma token              | figd_ | <b38-42>
GitHub token             | ghp_ gho_ ghu_ ghs_ ghr_ | <w1-24>_eyJ<b12-300>.eyJ<b10-2000>.<b27-700> <w36-255>
GitHub token             | github_pat_ | <w22>_<w59>
GitLab token             | glpat- glrt-t<d1>_ | <b27-300>.<w2>.<w7-9> <b27-300>.<w9> <b20-27>
GitLab token             | glrt- gldt- glft- glffct- glsoat- | <b20>
GitLab token             | glcbt- | <w1-5>_<b20> <b20>
GitLab token             | glimt- | <b25>
GitLab token             | glagent- | <b50>
GitLab token             | gloas- | <b64>
GitLab token             | glptt- | <h40>
Google API key           | AIza | <b35>
Google access token      | ya29. | <b50-500>
Google client secret     | GOCSPX- | <b28>
Grafana token            | glsa_ | <w32>_<h8>
Grafana token            | glc_ | eyJ<f40-400>
Groq key                 | gsk_ | <w52>
Heroku key               | HRKU-AA | <b58>
Hugging Face token       | hf_ api_org_ | <w34>
JSON web token           | eyJ | <b12-300>.eyJ<b10-2000>.<b27-700> | private
LangSmith key            | lsv2_pt_ lsv2_sk_ | <h32>_<h10>
Linear key               | lin_api_ lin_oauth_ | <w32-64>
Mailgun key              | key- | <h32> | mailgun
Mapbox secret token      | sk.eyJ | <b40-300>.<b20-30>
NVIDIA key               | nvapi- | <b64>
New Relic key            | NRAK- | <u27>
Notion token             | ntn_ | <d11><w35>
OpenAI key               | sk-proj- sk-svcacct- sk-admin- | <b32-255>
OpenAI key               | sk- | <w48>
OpenRouter key           | sk-or-v1- | <h64>
Perplexity key           | pplx- | <w48>
PlanetScale token        | pscale_tkn_ pscale_pw_ pscale_oauth_ | <b32-64>
PostHog key              | phx_ | <w43-60>
Postman key              | PMAK- | <h24>-<h34>
Pulumi token             | pul- | <h40>
PyPI token               | pypi-AgEIcHlwaS5vcmc | <b40-1000>
Replicate token          | r8_ | <w37>
RubyGems key             | rubygems_ | <h48>
SendGrid key             | SG. | <b22>.<b43>
Sentry token             | sntrys_ | eyJ<f40-500>_<f40-44>
Sentry token             | sntryu_ | <h64>
Shopify token            | shpat_ shpca_ shppa_ shpss_ | <h32>
Slack token              | xoxb-1- xoxp-1- xoxe-1- | <w100-400>
Slack token              | xoxb- xoxp- xoxa-2- xoxa- xoxs- xoxc- xoxe- | <d9-13>-<b20-255>
Slack token              | xapp-1- | <w9-13>-<d9-13>-<w32-64>
Slack webhook            | hooks.slack.com/services/ | T<u8-12>/B<u8-12>/<w23-25>
Stripe key               | sk_live_ sk_test_ sk_prod_ rk_live_ rk_test_ rk_prod_ | <w20-255>
Supabase key             | sb_secret_ | <b31>
Supabase token           | sbp_ | <w40>
Tailscale key            | tskey-auth- tskey-api- tskey-client- | <w10-20>-<w24-50>
Telegram bot token       | <d8-10>:AA | <b33>
Terraform token          | <w14>.atlasv1. | <b60-70>
Twilio key               | SK | <h32> | no path
Vault token              | hvs. | <b90-120> <w24>
Vault token              | hvb. | <b138-300>
age key                  | AGE-SECRET-KEY-1 | <u50-58>
npm token                | npm_ | <w36>
webhook signing secret   | whsec_ | <f32-92> | no text
xAI key                  | xai- | <b70-120>`

// names has the names of secrets without a prefix, in any case. Sources: the documentation of the
// AWS CLI, of Azure Storage and Service Bus, and of the JDBC drivers of PostgreSQL, MySQL and SQL
// Server.
const names = `AWS secret access key         | secretaccesskey secret_access_key secret-access-key | <f40> | whole
Azure account key             | accountkey account_key account-key | <f86>== | whole
Azure shared access key       | sharedaccesskey shared_access_key shared-access-key | <f43>= | whole
Azure shared access signature | ?sig &sig ;sig | <v43-90>%3D <v43-90>%3d <f43>= | signature
password                      | ?password &password ;password | <v6-128> | parameter`

type form struct {
	kind    string
	literal string // fixed beginning of the key, or name in front of it
	pattern string
	check   func(text string, key source.Span) bool // checks a match; nil: all are secrets
}

var keyForms = sync.OnceValue(func() *[128][]*form {
	var byFirst [128][]*form
	for _, f := range forms(issuers) {
		prefix := f.literal
		f.literal, _, _ = strings.Cut(prefix, "<")
		f.pattern = prefix + f.pattern
		if first := prefix[0]; first != '<' {
			byFirst[first] = append(byFirst[first], f)
			continue
		}
		for c := range byte(len(byFirst)) {
			if inAlphabet(prefix[1], c) {
				byFirst[c] = append(byFirst[c], f)
			}
		}
	}
	return &byFirst
})

var nameForms = sync.OnceValue(func() *[128][]*form {
	var byLast [128][]*form
	for _, f := range forms(names) {
		last := f.literal[len(f.literal)-1]
		byLast[last] = append(byLast[last], f)
	}
	return &byLast
})

func forms(table string) (all []*form) {
	for row := range strings.Lines(table) {
		cells := strings.Split(strings.TrimSpace(row)+" | ", " | ")
		kind, check := strings.TrimRight(cells[0], " "), checkNamed(cells[3])
		for prefix := range strings.FieldsSeq(cells[1]) {
			for body := range strings.FieldsSeq(cells[2]) {
				all = append(all, &form{kind, prefix, body, check})
			}
		}
	}
	return all
}

func checkNamed(name string) func(text string, key source.Span) bool {
	switch name {
	case "no path":
		return isNoPath
	case "no text":
		return isNoText
	case "mailgun":
		return isMailgun
	case "private":
		return isPrivateToken
	case "whole":
		return isWholeValue
	case "signature":
		return isSignature
	case "parameter":
		return isParameter
	}
	return nil
}

func (f *form) title() string {
	if f.literal == "" {
		return f.kind
	}
	return f.kind + " (" + f.literal + "…)"
}

func (f *form) find(text string, offset int) source.Span {
	n, drawn := match(f.pattern, text[offset:])
	span := source.Between(offset, offset+n)
	if n < 0 || isSample(drawn) || f.check != nil && !f.check(text, span) {
		return source.Span{}
	}
	return span
}

// match returns the length of the longest match, or -1. drawn is the random part.
func match(pattern, text string) (length int, drawn string) {
	const leastDrawn = 16
	literal, pattern, hasPart := strings.Cut(pattern, "<")
	if !strings.HasPrefix(text, literal) {
		return -1, ""
	}
	text = text[len(literal):]
	if !hasPart {
		if text != "" && isAlnum(text[0]) {
			return -1, ""
		}
		return len(literal), ""
	}
	part, pattern, _ := strings.Cut(pattern, ">")
	low, high, isRange := strings.Cut(part[1:], "-")
	least, _ := strconv.Atoi(low)
	most := least
	if isRange {
		most, _ = strconv.Atoi(high)
	}
	for n := count(part[0], text[:min(most, len(text))]); n >= least; n-- {
		more, drawn := match(pattern, text[n:])
		if more < 0 {
			continue
		}
		if drawn == "" && n >= leastDrawn {
			drawn = text[:n]
		}
		return len(literal) + n + more, drawn
	}
	return -1, ""
}

func count(alphabet byte, text string) int {
	for i := range len(text) {
		if !inAlphabet(alphabet, text[i]) {
			return i
		}
	}
	return len(text)
}

func inAlphabet(alphabet, c byte) bool {
	switch alphabet {
	case 'd':
		return isDigit(c)
	case 'h':
		return isDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'f'
	case 'u':
		return isDigit(c) || isUpper(c)
	case 'b': // base64 for URLs
		return isAlnum(c) || c == '-' || c == '_'
	case 'f': // base64, with padding
		return isAlnum(c) || c == '+' || c == '/' || c == '='
	case 'n': // host name
		return isAlnum(c) || c == '-' || c == '.'
	case 'v': // value in a URL
		return isAlnum(c) || strings.IndexByte("-._~%!*+=", c) >= 0
	case 'a': // user or password: RFC 3986 without quotes, brackets, commas and $
		return isAlnum(c) || strings.IndexByte("-._~%!&*+=;", c) >= 0
	}
	return isAlnum(c) // 'w'
}

// isNoPath reports whether the key is not in a path or a host, where it would be a digest.
func isNoPath(text string, key source.Span) bool {
	const joins = "/:@-_."
	behind := text[key.End:min(len(text), key.End+2)]
	endsSentence := strings.HasPrefix(behind, ".") && !(len(behind) > 1 && isAlnum(behind[1]))
	return (key.Start == 0 || strings.IndexByte(joins, text[key.Start-1]) < 0) &&
		(behind == "" || strings.IndexByte(joins, behind[0]) < 0 || endsSentence)
}

func isMailgun(text string, key source.Span) bool {
	const most = 64 // in bytes
	before := text[max(0, key.Start-most):key.Start]
	return isNoPath(text, key) && strings.Contains(strings.ToLower(before), "mailgun")
}

// isPrivateToken reports whether a web token is secret. Source: Supabase's documentation of API
// keys.
func isPrivateToken(text string, key source.Span) bool {
	claims := strings.Split(text[key.Start:key.End], ".")[1]
	raw, err := base64.RawURLEncoding.DecodeString(claims)
	return err != nil || !strings.Contains(string(raw), `"role":"anon"`) && !strings.Contains(string(raw), `"iss":"supabase-demo"`)
}

// isNoText reports whether a key in Base64 is not readable text, which nobody draws at random.
func isNoText(text string, key source.Span) bool {
	_, drawn, _ := strings.Cut(text[key.Start:key.End], "_")
	raw, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(drawn, "="))
	isOdd := func(r rune) bool { return r < ' ' || r > '~' }
	return err != nil || strings.ContainsFunc(string(raw), isOdd)
}

func isWholeValue(text string, value source.Span) bool {
	return value.End == len(text) || !inAlphabet('f', text[value.End])
}

func isSignature(text string, value source.Span) bool {
	return isWholeValue(text, value) && strings.Contains(addressAround(text, value.Start), "sv=")
}

func isParameter(text string, value source.Span) bool {
	_, host, ok := strings.Cut(addressAround(text, value.Start), "://")
	return ok && isPassword(text[value.Start:value.End], host)
}

func addressAround(text string, offset int) string {
	const most, borders = 300, " \t\r\n\"'`<>|"
	start, end := max(0, offset-most), min(len(text), offset+most)
	start += strings.LastIndexAny(text[start:offset], borders) + 1
	if i := strings.IndexAny(text[offset:end], borders); i >= 0 {
		end = offset + i
	}
	return text[start:end]
}
