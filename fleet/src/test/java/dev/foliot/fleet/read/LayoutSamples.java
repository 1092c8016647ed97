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
          {"metric":"cpu","scope":"host:a","pointlist":[[1790035200000.0,1.0],[1790035260000.0,2.0]]},
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
      default -> Samples.write(folder, "fleet", of(format));
    };
  }

  /** The metric in this layout. */
  static String metric(Format format) {
    return switch (format) {
      case BEATS -> "system.cpu.total.pct";
      case LINE_PROTOCOL -> "app.cpu";
      case SADF_JSON -> "load.used";
      default -> "cpu";
    };
  }
}
