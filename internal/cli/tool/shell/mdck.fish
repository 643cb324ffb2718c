# Completion of mdck for fish. Made by: mdck completion fish
function __mdck_complete
	set -l words (commandline -opc)
	set -l word (commandline -ct | string unescape)
	set -l lines (mdck completion --complete $words[2..-1] "$word" 2>/dev/null)
	if test (count $lines) -gt 0
		printf '%s\n' $lines
	else
		set -l flag (string match -r -- '^-[^=]*=' $word)
		for file in (__fish_complete_path (string replace -- "$flag" '' "$word"))
			printf '%s\n' "$flag$file"
		end
	end
end
complete -c mdck -e
complete -c mdck -f -k -a '(__mdck_complete)'
