#compdef mdck
# Completion of mdck for zsh. Made by: mdck completion zsh
_mdck() {
	local -a plain open
	local word about
	mdck completion --complete "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null |
		while IFS=$'\t' read -r word about; do
			if [[ $word == *= ]]; then
				open+=("${word//:/\\:}:$about")
			else
				plain+=("${word//:/\\:}:$about")
			fi
		done
	(( $#plain )) && _describe -V -t mdck mdck plain
	(( $#open )) && _describe -V -t mdck mdck open -S ''
	if (( ! $#plain && ! $#open )); then
		[[ $PREFIX == -*=* ]] && compset -P '*='
		_files
	fi
	return 0
}
# Sourced, it is put in place here; in a directory of $fpath, zsh calls it.
if [[ $funcstack[1] == _mdck ]]; then
	_mdck "$@"
else
	(( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
	compdef _mdck mdck
fi
