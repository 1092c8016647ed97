package dev.foliot.fleet.read;

import dev.foliot.fleet.rows.Format;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;

/**
 * One fleet in each layout of text: nodes a and b, with cpu 1 and 2, then 2 and 3, at two times a
 * minute apart.
 */
final class LayoutSamples {
  private LayoutSamples() {}

  /** The text; empty for Parquet. */
  static String of(Format format) {
    return switch (format) {
      case PARQUET -> "";
      case OTLP ->
          """
          {"resourceMetrics":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"cart"}},{"key":"host.name","value":{"stringValue":"a"}}]},"scopeMetrics":[{"scope":{"name":"x"},"metrics":[{"name":"cpu","unit":"1","gauge":{"dataPoints":[{"attributes":[{"key":"zone","value":{"stringValue":"z"}}],"timeUnixNano":"1790035200000000000","asDouble":1},{"attributes":[{"key":"zone","value":{"stringValue":"z"}}],"timeUnixNano":"1790035260000000000","asInt":"2"}]}}]}]}]}
          {"resourceMetrics":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"cart"}},{"key":"host.name","value":{"stringValue":"b"}}]},"scopeMetrics":[{"scope":{"name":"x"},"metrics":[{"name":"cpu","unit":"1","sum":{"aggregationTemporality":2,"isMonotonic":false,"dataPoints":[{"timeUnixNano":"1790035200000000000","asDouble":2.0},{"timeUnixNano":"1790035260000000000","asDouble":3.0}]}}]}]}]}
          """;
      case ELASTIC_AGGREGATIONS ->
          """
          {"took":3,"timed_out":false,"hits":{"total":{"value":4,"relation":"eq"},"hits":[]},"aggregations":{"host":{"doc_count_error_upper_bound":0,"sum_other_doc_count":0,"buckets":[
          {"key":"a","doc_count":2,"minute":{"buckets":[{"key_as_string":"2026-09-22T00:00:00.000Z","key":1790035200000,"doc_count":1,"cpu":{"value":1.0}},{"key_as_string":"2026-09-22T00:01:00.000Z","key":1790035260000,"doc_count":1,"cpu":{"value":2.0}}]}},
          {"key":"b","doc_count":2,"minute":{"buckets":[{"key_as_string":"2026-09-22T00:00:00.000Z","key":1790035200000,"doc_count":1,"cpu":{"value":2.0}},{"key_as_string":"2026-09-22T00:01:00.000Z","key":1790035260000,"doc_count":1,"cpu":{"value":3.0}}]}}]}}}
          """;
      case ESQL ->
          """
          {"took":12,"is_partial":false,"columns":[{"name":"cpu","type":"double"},{"name":"host","type":"keyword"},{"name":"time","type":"date"}],
          "values":[[1.0,"a","2026-09-22T00:00:00.000Z"],[2.0,"a","2026-09-22T00:01:00.000Z"],[2.0,"b","2026-09-22T00:00:00.000Z"],[3.0,"b","2026-09-22T00:01:00.000Z"]]}
          """;
      case GRAFANA_FRAMES ->
          """
          {"results":{"A":{"status":200,"frames":[
          {"schema":{"refId":"A","meta":{"type":"timeseries-multi"},"fields":[{"name":"Time","type":"time","typeInfo":{"frame":"time.Time"}},{"name":"Value","type":"number","typeInfo":{"frame":"float64"},"labels":{"__name__":"cpu","host":"a"}}]},"data":{"values":[[1790035200000,1790035260000],[1,2]]}},
          {"schema":{"refId":"A","fields":[{"name":"Time","type":"time"},{"name":"Value","type":"number","labels":{"__name__":"cpu","host":"b"}}]},"data":{"values":[[1790035200000,1790035260000],[2,3]]}}]}}}
          """;
      case LOKI_STREAMS ->
          """
          {"status":"success","data":{"resultType":"streams","result":[{"stream":{"app":"cart","pod":"a"},"values":[["1790035200000000000","GET / 1 ms"]]}],"stats":{}}}
          """;
      case IOSTAT ->
          """
          Linux 6.1.0 (a)  2026-09-22  _x86_64_  (1 CPU)

          avg-cpu:  %user   %nice %system %iowait  %steal   %idle
                     3.30    0.09    0.94    0.53    0.00   95.14

          Device:            tps   Blk_read/s   Blk_wrtn/s   Blk_read   Blk_wrtn
          sda               0.53         8.87         7.79   19319431   16971317
          """;
      case COLLECTL_RAW ->
          """
          ################################################################################
          # Collectl:   V3.6.7-1  HiRes: 1  Options: -D
          # Host:       a  DaemonOpts: -f /var/log/collectl
          ################################################################################
          >>> 1790035200.001 <<<
          cpu  65838609 5999 35276279 2674929391 817715 3909 1220310 0 56789162
          """;
      case XML ->
          """
          <?xml version="1.0" encoding="UTF-8"?>
          <testResults version="1.2">
          <httpSample t="1713" lt="1650" ts="1790035200408" s="true" lb="home" tn="a 1-13"/>
          </testResults>
          """;
      case AZURE_MONITOR ->
          """
          {"cost":1,"interval":"PT1M","namespace":"Microsoft.Compute/virtualMachines","resourceregion":"westeurope","timespan":"2026-09-22T00:00:00Z/2026-09-22T00:02:00Z","values":[
          {"resourceid":"/subscriptions/s/resourceGroups/g/providers/Microsoft.Compute/virtualMachines/a","value":[{"id":"/subscriptions/s/resourceGroups/g/providers/Microsoft.Compute/virtualMachines/a/providers/Microsoft.Insights/metrics/cpu","type":"Microsoft.Insights/metrics","name":{"value":"cpu","localizedValue":"CPU"},"unit":"Percent","timeseries":[{"metadatavalues":[],"data":[{"timeStamp":"2026-09-22T00:00:00Z","average":1.0},{"timeStamp":"2026-09-22T00:01:00Z","average":2.0},{"timeStamp":"2026-09-22T00:02:00Z"}]}]}]},
          {"resourceid":"/subscriptions/s/resourceGroups/g/providers/Microsoft.Compute/virtualMachines/b","value":[{"id":"/subscriptions/s/resourceGroups/g/providers/Microsoft.Compute/virtualMachines/b/providers/Microsoft.Insights/metrics/cpu","type":"Microsoft.Insights/metrics","name":{"value":"cpu","localizedValue":"CPU"},"unit":"Percent","timeseries":[{"metadatavalues":[],"data":[{"timeStamp":"2026-09-22T00:00:00Z","average":2.0},{"timeStamp":"2026-09-22T00:01:00Z","average":3.0}]}]}]}]}
          """;
      case AZURE_LOGS ->
          """
          {"tables":[{"name":"PrimaryResult","columns":[{"name":"TimeGenerated","type":"datetime"},{"name":"Computer","type":"string"},{"name":"cpu","type":"real"}],
          "rows":[["2026-09-22T00:00:00Z","a",1.0],["2026-09-22T00:01:00Z","a",2.0],["2026-09-22T00:00:00Z","b",2.0],["2026-09-22T00:01:00Z","b",3.0]]}]}
          """;
      case CLICKHOUSE ->
          """
          {"meta":[{"name":"time","type":"DateTime"},{"name":"host","type":"String"},{"name":"cpu","type":"Float64"}],
          "data":[["2026-09-22 00:00:00","a",1],["2026-09-22 00:01:00","a",2],["2026-09-22 00:00:00","b",2],["2026-09-22 00:01:00","b",3]],
          "rows":4,"statistics":{"elapsed":0.001,"rows_read":4,"bytes_read":100}}
          """;
      case METRICS_SERVER ->
          """
          {"kind":"PodMetricsList","apiVersion":"metrics.k8s.io/v1beta1","metadata":{},"items":[
          {"metadata":{"name":"a","namespace":"n"},"timestamp":"2026-09-22T00:00:00Z","window":"15s","containers":[{"name":"app","usage":{"cpu":"900m","memory":"1Mi"}},{"name":"proxy","usage":{"cpu":"100000000n","memory":"1024Ki"}}]},
          {"metadata":{"name":"b","namespace":"n"},"timestamp":"2026-09-22T00:00:00Z","window":"15s","containers":[{"name":"app","usage":{"cpu":"2","memory":"1Mi"}}]}]}
          {"kind":"PodMetricsList","apiVersion":"metrics.k8s.io/v1beta1","metadata":{},"items":[
          {"metadata":{"name":"a","namespace":"n"},"timestamp":"2026-09-22T00:01:00Z","window":"15s","containers":[{"name":"app","usage":{"cpu":"2","memory":"1Mi"}}]},
          {"metadata":{"name":"b","namespace":"n"},"timestamp":"2026-09-22T00:01:00Z","window":"15s","containers":[{"name":"app","usage":{"cpu":"3000000u","memory":"1Mi"}}]}]}
          """;
      case OPEN_TSDB ->
          """
          [{"metric":"cpu","tags":{"host":"a","dc":"x"},"aggregateTags":[],"dps":{"1790035200":1,"1790035260":2}},
          {"metric":"cpu","tags":{"host":"b","dc":"x"},"aggregateTags":[],"dps":[[1790035200,2],[1790035260,3]]}]
          """;
      case SYSSTAT ->
          """
          Linux 6.1.0-13-amd64 (a) \t2026-09-22 \t_x86_64_\t(2 CPU)

          00:00:00        CPU      cpu     %nice
          00:00:00        all      1.00      0.00

          00:01:00        CPU      cpu     %nice
          00:01:00        all      2.00      0.00
          Average:        all      1.50      0.00
          Linux 6.1.0-13-amd64 (b) \t2026-09-22 \t_x86_64_\t(2 CPU)

          00:00:00        CPU      cpu     %nice
          00:00:00        all      2.00      0.00
          00:01:00        all      3.00      0.00
          """;
      case VMSTAT ->
          """
          procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu----- -----timestamp-----
           r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st                 UTC
           9  0      0 100000   1000  50000    0    0     1     2   30   40  9  9 80  0  0 2026-09-21 23:59:00
           1  0      0 100000   1000  50000    0    0     1     2   30   40  1  0 99  0  0 2026-09-22 00:00:00
           1  0      0 100000   1000  50000    0    0     1     2   30   40  2  0 98  0  0 2026-09-22 00:01:00
          """;
      case COLLECTL ->
          """
          ################################################################################
          # Collectl:   V4.3.1-1  HiRes: 1  Options: -P -scm  Subsys: cm DaemonOpts:
          # Host:       a
          # Date:       20260922-000000  Secs: 1790035200 TZ: +0000
          ################################################################################
          #Date Time [CPU]cpu [CPU]Nice%
          20260922 00:00:00 1 0
          20260922 00:01:00 2 0
          """;
      case ATOP ->
          """
          RESET
          CPU a 1790035140 2026/09/21 23:59:00 60000 100 2 9 99999 0 1 0 0 0 0 0 2000 100 0 0
          SEP
          CPU a 1790035200 2026/09/22 00:00:00 60 100 2 1000 5000 0 6000 0 0 0 0 0 2000 100 0 0
          CPL a 1790035200 2026/09/22 00:00:00 60 2 1.00 0.50 0.25 6000 1200
          SEP
          CPU a 1790035260 2026/09/22 00:01:00 60 100 2 2000 10000 0 0 0 0 0 0 0 2000 100 0 0
          SEP
          RESET
          CPU b 1790035140 2026/09/21 23:59:00 60000 100 2 9 99999 0 1 0 0 0 0 0 2000 100 0 0
          SEP
          CPU b 1790035200 2026/09/22 00:00:00 60 100 4 2000 10000 0 12000 0 0 0 0 0 2000 100 0 0
          SEP
          CPU b 1790035260 2026/09/22 00:01:00 60 100 4 2000 12000 1000 6000 0 1000 2000 0 0 2000 100 0 0
          SEP
          """;
      case NMON ->
          """
          AAA,progname,nmon
          AAA,version,16n
          AAA,host,a
          AAA,date,22-SEP-2026
          AAA,time,00:00.00
          BBBP,000,/etc/release
          CPU_ALL,CPU Total a,cpu,Sys%,Wait%,Idle%,Steal%,Busy,CPUs
          DISKBUSY,Disk %Busy a,sda,sdb
          ZZZZ,T0001,00:00:00,22-SEP-2026
          CPU_ALL,T0001,1.0,0.5,0.0,98.5,0.0,,2
          DISKBUSY,T0001,0.1,0.0
          ZZZZ,T0002,00:01:00,22-SEP-2026
          CPU_ALL,T0002,2.0,0.5,0.0,97.5,0.0,,2
          DISKBUSY,T0002,0.1,0.0
          """;
      case CSV ->
          """
          time,node,cpu
          2026-09-22T00:00:00Z,a,1
          2026-09-22T00:00:00Z,b,2
          2026-09-22T00:01:00Z,a,2
          2026-09-22T00:01:00Z,b,3
          """;
      case LONG_CSV ->
          """
          time,node,metric,value,unit
          2026-09-22T00:00:00Z,a,cpu,1,cores
          2026-09-22T00:00:00Z,b,cpu,2,cores
          2026-09-22T00:01:00Z,a,cpu,2,cores
          2026-09-22T00:01:00Z,b,cpu,3,cores
          """;
      case JSON_LINES ->
          """
          {"time":1790035200,"node":"a","cpu":1}
          {"time":1790035200,"node":"b","cpu":2}
          {"time":1790035260,"node":"a","cpu":2}
          {"time":1790035260,"node":"b","cpu":3}
          """;
      case PROMETHEUS ->
          """
          {"status":"success","data":{"resultType":"matrix","result":[
          {"metric":{"__name__":"cpu","instance":"a"},"values":[[1790035200,"1"],[1790035260,"2"]]},
          {"metric":{"__name__":"cpu","instance":"b"},"values":[[1790035200,"2"],[1790035260,"3"]]}
          ]}}
          """;
      case VICTORIA_METRICS ->
          """
          {"metric":{"__name__":"cpu","instance":"a"},"values":[1,2],"timestamps":[1790035200000,1790035260000]}
          {"metric":{"__name__":"cpu","instance":"b"},"values":[2,3],"timestamps":[1790035200000,1790035260000]}
          """;
      case GRAPHITE_JSON ->
          """
          [{"target":"servers.a.cpu","datapoints":[[1,1790035200],[2,1790035260],[null,1790035320]]},
          {"target":"servers.b.cpu","datapoints":[[2,1790035200],[3,1790035260],[null,1790035320]]}]
          """;
      case CLOUD_WATCH ->
          """
          {"MetricDataResults":[
          {"Id":"m1","Label":"a cpu","Timestamps":["2026-09-22T00:01:00+00:00","2026-09-22T00:00:00+00:00"],"Values":[2,1],"StatusCode":"Complete"},
          {"Id":"m2","Label":"b cpu","Timestamps":["2026-09-22T00:01:00+00:00","2026-09-22T00:00:00+00:00"],"Values":[3,2],"StatusCode":"Complete"}],
          "Messages":[]}
          """;
      case STACKDRIVER ->
          """
          {"timeSeries":[
          {"metric":{"type":"cpu"},"resource":{"type":"gce_instance","labels":{"instance_id":"a","project_id":"p"}},"metricKind":"GAUGE","valueType":"DOUBLE",
          "points":[{"interval":{"startTime":"2026-09-22T00:01:00Z","endTime":"2026-09-22T00:01:00Z"},"value":{"doubleValue":2}},
          {"interval":{"startTime":"2026-09-22T00:00:00Z","endTime":"2026-09-22T00:00:00Z"},"value":{"int64Value":"1"}}]},
          {"metric":{"type":"cpu"},"resource":{"type":"gce_instance","labels":{"instance_id":"b","project_id":"p"}},"metricKind":"GAUGE","valueType":"DOUBLE",
          "points":[{"interval":{"startTime":"2026-09-22T00:01:00Z","endTime":"2026-09-22T00:01:00Z"},"value":{"doubleValue":3}},
          {"interval":{"startTime":"2026-09-22T00:00:00Z","endTime":"2026-09-22T00:00:00Z"},"value":{"doubleValue":2}}]}]}
          """;
      case DATADOG ->
          """
          {"status":"ok","series":[
          {"metric":"cpu","scope":"host:a,env:x,env:y,bare","pointlist":[[1790035200000.0,1.0],[1790035260000.0,2.0]]},
          {"metric":"cpu","scope":"host:b","pointlist":[[1790035200000.0,2.0],[1790035260000.0,3.0]]}]}
          """;
      case INFLUX_JSON ->
          """
          {"results":[{"statement_id":0,"series":[
          {"name":"app","tags":{"host":"a"},"columns":["time","cpu"],"values":[["2026-09-22T00:00:00Z",1],["2026-09-22T00:01:00Z",2]]},
          {"name":"app","tags":{"host":"b"},"columns":["time","cpu"],"values":[["2026-09-22T00:00:00Z",2],["2026-09-22T00:01:00Z",3]]}]}]}
          """;
      case SADF_JSON ->
          """
          {"sysstat":{"hosts":[
          {"nodename":"a","statistics":[
          {"timestamp":{"date":"2026-09-22","time":"00:00:00","utc":1,"interval":60},"load":[{"cpu":"all","used":1}]},
          {"timestamp":{"date":"2026-09-22","time":"00:01:00","utc":1,"interval":60},"load":[{"cpu":"all","used":2}]}]},
          {"nodename":"b","statistics":[
          {"timestamp":{"date":"2026-09-22","time":"00:00:00","utc":1,"interval":60},"load":[{"cpu":"all","used":2}]},
          {"timestamp":{"date":"2026-09-22","time":"00:01:00","utc":1,"interval":60},"load":[{"cpu":"all","used":3}]}]}]}}
          """;
      case BEATS ->
          """
          {"@timestamp":"2026-09-22T00:00:00.000Z","event":{"dataset":"system.cpu"},"metricset":{"name":"cpu"},"host":{"name":"a"},"system":{"cpu":{"total":{"pct":1}}}}
          {"@timestamp":"2026-09-22T00:00:00.000Z","event":{"dataset":"system.cpu"},"metricset":{"name":"cpu"},"host":{"name":"b"},"system":{"cpu":{"total":{"pct":2}}}}
          {"@timestamp":"2026-09-22T00:01:00.000Z","event":{"dataset":"system.cpu"},"metricset":{"name":"cpu"},"host":{"name":"a"},"system":{"cpu":{"total":{"pct":2}}}}
          {"@timestamp":"2026-09-22T00:01:00.000Z","event":{"dataset":"system.cpu"},"metricset":{"name":"cpu"},"host":{"name":"b"},"system":{"cpu":{"total":{"pct":3}}}}
          """;
      case INFLUX_CSV ->
          """
          #group,false,false,true,true,false,false,true,true,true
          #datatype,string,long,dateTime:RFC3339,dateTime:RFC3339,dateTime:RFC3339,double,string,string,string
          #default,mean,,,,,,,,
          ,result,table,_start,_stop,_time,_value,_field,_measurement,host
          ,,0,2026-09-22T00:00:00Z,2026-09-22T01:00:00Z,2026-09-22T00:00:00Z,1,cpu,app,a
          ,,0,2026-09-22T00:00:00Z,2026-09-22T01:00:00Z,2026-09-22T00:01:00Z,2,cpu,app,a

          #group,false,false,true,true,false,false,true,true,true
          #datatype,string,long,dateTime:RFC3339,dateTime:RFC3339,dateTime:RFC3339,double,string,string,string
          #default,mean,,,,,,,,
          ,result,table,_start,_stop,_time,_value,_field,_measurement,host
          ,,1,2026-09-22T00:00:00Z,2026-09-22T01:00:00Z,2026-09-22T00:00:00Z,2,cpu,app,b
          ,,1,2026-09-22T00:00:00Z,2026-09-22T01:00:00Z,2026-09-22T00:01:00Z,3,cpu,app,b
          """;
      case LINE_PROTOCOL ->
          """
          app,host=a,zone=east\\ 1 cpu=1,note="x y, z" 1790035200000000000
          app,host=b,zone=west cpu=2 1790035200000000000
          app,host=a,zone=east\\ 1 cpu=2 1790035260000000000
          app,host=b,zone=west cpu=3 1790035260000000000
          """;
      case SADF ->
          """
          # hostname;interval;timestamp;CPU;cpu
          a;60;2026-09-22 00:00:00 UTC;-1;1
          b;60;2026-09-22 00:00:00 UTC;-1;2
          a;-1;2026-09-22 00:00:30 UTC;LINUX-RESTART	(2 CPU)
          a;60;2026-09-22 00:01:00 UTC;-1;2
          b;60;2026-09-22 00:01:00 UTC;-1;3
          """;
      case COLLECTD ->
          """
          epoch,value
          1790035200.000,1
          1790035260.000,2
          """;
      case GRAPHITE ->
          """
          servers.a.cpu,2026-09-22 00:00:00,1
          servers.a.cpu,2026-09-22 00:01:00,2
          servers.b.cpu,2026-09-22 00:00:00,2
          servers.b.cpu,2026-09-22 00:01:00,3
          """;
      case KUBECTL_TOP ->
          """
          Tue Sep 22 00:00:00 UTC 2026
          NAME   CPU(cores)   MEMORY(bytes)
          a      1000m        100Mi
          b      2000m        200Mi
          Tue Sep 22 00:01:00 UTC 2026
          NAME   CPU(cores)   MEMORY(bytes)
          a      2            100Mi
          b      3000m        200Mi
          """;
      case PROMTOOL ->
          """
          cpu{instance="a", job="x"} =>
          1 @[1790035200]
          2 @[1790035260]
          cpu{instance="b", job="x"} =>
          2 @[1790035200]
          3 @[1790035260]
          """;
      case OPENMETRICS ->
          """
          # TYPE cpu gauge
          cpu{instance="a"} 1 1790035200
          cpu{instance="b"} 2 1790035200
          cpu{instance="a"} 2 1790035260
          cpu{instance="b"} 3 1790035260
          # EOF
          """;
      case GRAFANA ->
          """
          sep=,
          "Time","cpu {host=""a""}","cpu {host=""b""}"
          2026-09-22 00:00:00,1,2
          2026-09-22 00:01:00,2,3
          """;
    };
  }

  /**
   * The fleet in a folder, as its exporter leaves it.
   *
   * @return what to name on the command line
   */
  static Path write(Format format, Path folder) throws IOException, SQLException {
    return switch (format) {
      case PARQUET ->
          Samples.parquet(
              folder.resolve("fleet.parquet"),
              "SELECT * FROM read_csv('"
                  + Samples.write(folder, "fleet.csv", of(Format.CSV))
                  + "')");
      case COLLECTD -> {
        for (String node : new String[] {"a", "b"}) {
          String values = of(format);
          values = node.equals("b") ? values.replace(",2", ",3").replace(",1\n", ",2\n") : values;
          Path cpu = Files.createDirectories(folder.resolve("csv/" + node + "/cpu-0"));
          Files.writeString(cpu.resolve("cpu-user-2026-09-22"), values);
          Path load = Files.createDirectories(folder.resolve("csv/" + node + "/load"));
          Files.writeString(
              load.resolve("load-2026-09-22"),
              "epoch,shortterm,midterm,longterm\n1790035200.000,1,1,1\n1790035260.000,1,1,1\n");
        }
        yield folder.resolve("csv");
      }
      case VMSTAT, COLLECTL, NMON -> {
        String a = of(format);
        Files.createDirectories(folder.resolve("files"));
        Files.writeString(folder.resolve("files/a"), a);
        Files.writeString(folder.resolve("files/b"), ofOther(a));
        yield folder.resolve("files");
      }
      default -> Samples.write(folder, "fleet", of(format));
    };
  }

  /** The file of node b, where that of node a is such. */
  private static String ofOther(String a) {
    return a.replace("host,a", "host,b")
        .replace("Host:       a", "Host:       b")
        .replace("00:01:00 2 0", "00:01:00 3 0")
        .replace("00:00:00 1 0", "00:00:00 2 0")
        .replace("T0002,2.0", "T0002,3.0")
        .replace("T0001,1.0", "T0001,2.0")
        .replace("40  2  0 98", "40  3  0 97")
        .replace("40  1  0 99", "40  2  0 98");
  }

  /** The metric in this layout. */
  static String metric(Format format) {
    return switch (format) {
      case BEATS -> "system.cpu.total.pct";
      case LINE_PROTOCOL -> "app.cpu";
      case SADF_JSON -> "load.used";
      case VMSTAT -> "cpu.us";
      case COLLECTL -> "\"[CPU]cpu\"";
      case NMON -> "CPU_ALL.cpu";
      default -> "cpu";
    };
  }
}
