package dev.foliot.watch.requests;

import java.time.ZoneId;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Formats with a form of their own: Envoy's usual one, and HAProxy's HTTP log, which syslog may
 * prefix. Both have the start with milliseconds, and durations in milliseconds.
 */
enum FixedFormat implements AccessFormat {
  /** {@code [%START_TIME%] "%METHOD% %PATH% %PROTOCOL%" %CODE% %FLAGS% … %DURATION% …}. */
  ENVOY(
      "envoy",
      "\\[(?<time>[0-9T:.Z+-]{20,30})] \"(?<method>\\S+) (?<path>\\S+) \\S+\" (?<status>[0-9]{1,3})"
          + " \\S+(?: \\S+){0,4}? [0-9-]+ [0-9]+ (?<took>[0-9]+) \\S+ \".*"),
  /** {@code client:port [accept date] frontend backend/server TR/Tw/Tc/Tr/Ta status bytes …}. */
  HAPROXY(
      "haproxy",
      ".*\\[(?<time>[0-9]{2}/[A-Za-z]{3}/[0-9]{4}:[0-9:.]+)] \\S+ \\S+/\\S+"
          + " -?[0-9]+/-?[0-9]+/-?[0-9]+/-?[0-9]+/\\+?(?<took>[0-9]+) (?<status>-?[0-9]{1,3})"
          + " [^\"]*\"(?<method>[^ \"]+) (?<path>[^ \"]+).*");

  private final String label;
  private final Pattern pattern;

  FixedFormat(String label, String pattern) {
    this.label = label;
    this.pattern = Pattern.compile(pattern);
  }

  @Override
  public String label() {
    return label;
  }

  @Override
  public Optional<AccessRequest> parse(String line) {
    Matcher parts = pattern.matcher(line);
    if (!parts.matches()) {
      return Optional.empty();
    }
    Optional<Stamp> start = Stamp.of(parts.group("time"), ZoneId.systemDefault());
    Optional<Long> took = Took.MS.ns(parts.group("took"));
    if (start.isEmpty() || took.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new AccessRequest(
            start.get().epochNs(),
            took.get(),
            Took.MS.resolutionNs(parts.group("took")),
            start.get().resolutionNs(),
            PathTemplate.of(parts.group("method"), parts.group("path")),
            Math.max(0, Integer.parseInt(parts.group("status"))),
            null));
  }
}
