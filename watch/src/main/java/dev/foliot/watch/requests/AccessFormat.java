package dev.foliot.watch.requests;

import dev.foliot.text.FoliotException;
import dev.foliot.text.Shown;
import java.util.List;
import java.util.Optional;

/** How a line of an access log is read. Immutable. */
public interface AccessFormat {
  /** The request of a line; empty if it is none. */
  Optional<AccessRequest> parse(String line);

  /** For people. */
  String label();

  /**
   * The format that a user named: the server's own pattern, or the fields of JSON lines.
   *
   * @param asked {@code tomcat %h ... %D}, {@code nginx $remote_addr ...}, {@code json
   *     time=ts,duration=took,unit=ms,path=uri}
   * @throws FoliotException of usage if it has no duration or no time, with the remedy
   */
  static AccessFormat of(String asked) {
    String[] words = asked.strip().split(" +", 2);
    String rest = words.length < 2 ? "" : words[1].strip();
    return switch (words[0]) {
      case "json" -> JsonFormat.of(rest);
      case "nginx" -> PatternFormat.nginx(rest);
      case "apache" -> PatternFormat.percent(rest, PatternFormat.Server.APACHE);
      case "tomcat" -> PatternFormat.percent(rest, PatternFormat.Server.TOMCAT);
      case "tomcat9" -> PatternFormat.percent(rest, PatternFormat.Server.TOMCAT_9);
      case "undertow" -> PatternFormat.percent(rest, PatternFormat.Server.UNDERTOW);
      case "jetty" -> PatternFormat.percent(rest, PatternFormat.Server.JETTY);
      case "envoy" -> FixedFormat.ENVOY;
      case "haproxy" -> FixedFormat.HAPROXY;
      default ->
          throw FoliotException.usage(
              "the format of the access log: '"
                  + Shown.text(words[0], 40)
                  + "' is unknown: begin with the server, then its own pattern, as in 'tomcat %h %l"
                  + " %u %t \"%r\" %s %b %D' (apache, tomcat, tomcat9, undertow, jetty, nginx,"
                  + " envoy, haproxy, json)");
    };
  }

  /** The format of some lines; empty if they do not say it by themselves. */
  static Optional<AccessFormat> of(List<String> lines) {
    if (lines.stream().allMatch(line -> line.startsWith("{"))) {
      return JsonFormat.of(lines);
    }
    for (AccessFormat one : List.of(FixedFormat.ENVOY, FixedFormat.HAPROXY)) {
      if (lines.stream().allMatch(line -> one.parse(line).isPresent())) {
        return Optional.of(one);
      }
    }
    return Optional.empty();
  }
}
