{{/* Bytes of a Kubernetes quantity such as 512Mi, 1G, 1073741824. */}}
{{- define "quarry.quantityBytes" -}}
{{- $text := toString . }}
{{- $units := dict "" 1 "k" 1000 "M" 1000000 "G" 1000000000 "T" 1000000000000 "Ki" 1024 "Mi" 1048576 "Gi" 1073741824 "Ti" 1099511627776 }}
{{- $number := regexFind "^[0-9]+(\\.[0-9]+)?([eE][0-9]+)?" $text }}
{{- $unit := trimPrefix $number $text }}
{{- if or (eq $number "") (not (hasKey $units $unit)) }}
{{- fail (printf "%s is not an amount of memory such as 512Mi or 1Gi" $text) }}
{{- end }}
{{- mulf (float64 $number) (get $units $unit) | floor | int64 }}
{{- end }}

{{/* Bytes of a size as the service's settings write it: 64MB, with 1 kB = 1,024 bytes. */}}
{{- define "quarry.dataSizeBytes" -}}
{{- $text := toString . }}
{{- $units := dict "" 1 "B" 1 "KB" 1024 "MB" 1048576 "GB" 1073741824 "TB" 1099511627776 }}
{{- $number := regexFind "^[0-9]+(\\.0+)?([eE][+]?[0-9]+)?" $text }}
{{- $unit := trimPrefix $number $text | trim }}
{{- if or (eq $number "") (not (hasKey $units $unit)) }}
{{- fail (printf "%s is not a size such as 64MB" $text) }}
{{- end }}
{{- mulf (float64 $number) (get $units $unit) | floor | int64 }}
{{- end }}

{{- define "quarry.megabytes" -}}
{{- printf "%.1f MB" (divf . 1048576) }}
{{- end }}

{{/*
The memory plan, as JSON, with the sum and the defaults of the service's own (dev.quarry.storage.MemoryBudget and
docker/Dockerfile); stops where it does not fit.
*/}}
{{- define "quarry.memoryPlan" -}}
{{- $limit := include "quarry.quantityBytes" .Values.resources.limits.memory | int64 }}
{{- $native := mul 160 1048576 }}
{{- $sockets := mul 30 1048576 }}
{{- $leastStorage := mul 16 1048576 }}
{{- $heap := int64 0 }}
{{- if .Values.jvm.heap }}
{{- $heap = include "quarry.quantityBytes" .Values.jvm.heap | int64 }}
{{- else }}
{{- $alignment := 2097152 }}
{{- $fifth := mul (div (add (div $limit 5) (sub $alignment 1)) $alignment) $alignment }}
{{- $heap = max (mul 126 1048576) $fifth }}
{{- end }}
{{- $budget := include "quarry.setting" (dict "root" . "name" "quarry.storage.budget") }}
{{- $left := mul (div (sub $limit (add $heap $native $sockets)) 4096) 4096 }}
{{- $storage := max $leastStorage $left }}
{{- if $budget }}
{{- $storage = include "quarry.dataSizeBytes" $budget | int64 }}
{{- end }}
{{- $sum := add $heap $native $sockets $storage }}
{{- if gt $sum $limit }}
{{- fail (printf "The memory does not fit: %s heap + %s native + %s sockets + %s storage = %s, but there are %s (resources.limits.memory). Raise the limit, lower jvm.heap, or set quarry.storage.budget in config."
  (include "quarry.megabytes" $heap) (include "quarry.megabytes" $native) (include "quarry.megabytes" $sockets)
  (include "quarry.megabytes" $storage) (include "quarry.megabytes" $sum) (include "quarry.megabytes" $limit)) }}
{{- end }}
{{- dict "limit" $limit "heap" $heap "native" $native "sockets" $sockets "storage" $storage "spare" (sub $limit $sum) | toJson }}
{{- end }}

{{/* The plan as the service's log words it. */}}
{{- define "quarry.memoryLine" -}}
{{- $plan := include "quarry.memoryPlan" . | fromJson }}
{{- printf "%s = %s heap + %s storage + %s native + %s sockets + %s spare"
  (include "quarry.megabytes" $plan.limit) (include "quarry.megabytes" $plan.heap) (include "quarry.megabytes" $plan.storage)
  (include "quarry.megabytes" $plan.native) (include "quarry.megabytes" $plan.sockets) (include "quarry.megabytes" $plan.spare) }}
{{- end }}

{{/* The JVM's options: the heap of the plan, and what the operator adds. */}}
{{- define "quarry.jvmOptions" -}}
{{- range .Values.jvm.options }}
{{- if or (hasPrefix "-Xmx" .) (contains "RAMPercentage" .) (contains "MaxHeapSize" .) }}
{{- fail (printf "jvm.options holds %s; set jvm.heap instead, which the memory plan counts" .) }}
{{- end }}
{{- end }}
{{- $plan := include "quarry.memoryPlan" . | fromJson }}
{{- prepend .Values.jvm.options (printf "-Xmx%d" (int64 $plan.heap)) | join " " }}
{{- end }}
