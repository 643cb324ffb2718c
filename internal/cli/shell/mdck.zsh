#compdef mdck
# Completion of mdck for zsh. Made by: mdck completion zsh
_mdck() {
	local -a lines plain open
	local how line
	lines=("${(@f)$(mdck completion --complete zsh -- "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}")
	how=$lines[1]
	for line in "${(@)lines[2,-1]}"; do
		if [[ ${line%%$'\t'*} == *[=/] ]]; then
			open+=("${line#*$'\t'}")
		else
			plain+=("${line#*$'\t'}")
		fi
	done
	(( $#plain )) && _describe -V -t mdck mdck plain
	(( $#open )) && _describe -V -t mdck mdck open -S ''
	if [[ $how == files ]]; then
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
