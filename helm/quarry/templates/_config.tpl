{{/* Writes the settings of a nested map into a flat one. Arguments: map, prefix, result. */}}
{{- define "quarry.flatten" -}}
{{- $prefix := .prefix }}
{{- $result := .result }}
{{- range $name, $value := .map }}
{{- $key := ternary $name (printf "%s.%s" $prefix $name) (empty $prefix) }}
{{- if kindIs "map" $value }}
{{- include "quarry.flatten" (dict "map" $value "prefix" $key "result" $result) }}
{{- else }}
{{- $_ := set $result ($key | replace "-" "" | replace "_" "" | lower) $value }}
{{- end }}
{{- end }}
{{- end }}

{{/* The value of one setting in `config`, empty where it is not set. Arguments: root, name. */}}
{{- define "quarry.setting" -}}
{{- $flat := dict }}
{{- include "quarry.flatten" (dict "map" .root.Values.config "prefix" "" "result" $flat) }}
{{- $value := get $flat (.name | replace "-" "" | lower) }}
{{- if not (kindIs "invalid" $value) }}{{ $value }}{{ end }}
{{- end }}

{{/* Stops where `config` sets what a value of the chart sets as well. */}}
{{- define "quarry.checkConfig" -}}
{{- $root := . }}
{{- $owned := dict
  "quarry.engine.drain" "shutdown.drainSeconds"
  "spring.lifecycle.timeout-per-shutdown-phase" "shutdown.drainSeconds"
  "server.port" "service.port"
  "management.server.port" "nothing: the probes, the ServiceMonitor and the NetworkPolicy rely on 8081" }}
{{- range $name, $instead := $owned }}
{{- if include "quarry.setting" (dict "root" $root "name" $name) }}
{{- fail (printf "config sets %s; set %s instead" $name $instead) }}
{{- end }}
{{- end }}
{{- end }}
