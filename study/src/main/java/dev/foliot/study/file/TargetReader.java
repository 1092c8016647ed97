package dev.foliot.study.file;

import dev.foliot.load.RequestTemplate;
import dev.foliot.load.plan.RequestReader;
import dev.foliot.load.yaml.Complaints;
import dev.foliot.load.yaml.Fields;
import dev.foliot.load.yaml.YamlValue;
import dev.foliot.study.plan.RemotePlan;
import dev.foliot.study.plan.StudyTarget;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Shown;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the requests to the arms, and the system they call. For one thread. */
final class TargetReader {
  static final List<String> FIELDS = List.of("requests", "timeout", "keep-alive");
  static final List<String> REMOTE = List.of("delay", "distribution", "system");
  private static final int MOST_REQUESTS = 100;
  private static final long MS = 1_000_000;
  private static final long SECOND = 1_000 * MS;
  private static final int MOST_PORT = 65_535;
  private static final Pattern SYSTEM =
      Pattern.compile("(?:127\\.0\\.0\\.1|localhost|\\[::1]):(?<port>[1-9][0-9]{0,4})");
  private static final Pattern DISTRIBUTION =
      Pattern.compile("constant|exponential|lognormal:(?<sigma>[0-9]{1,2}(?:\\.[0-9]{1,6})?)");

  private final Complaints complaints;

  TargetReader(Complaints complaints) {
    this.complaints = complaints;
  }

  /**
   * The target of a file.
   *
   * @param usual the default if the file has no requests; null if it must have some
   */
  StudyTarget target(Fields file, @Nullable StudyTarget usual, @Nullable RemotePlan remote) {
    YamlValue value = file.value("target");
    List<RequestTemplate> requests = usual == null ? List.of() : usual.requests();
    if (value == null) {
      if (usual == null) {
        file.require("target", "say what is asked: target with requests, each with a path");
      }
      return new StudyTarget(requests, StudyTarget.USUAL_TIMEOUT_NS, true, remote);
    }
    Fields target = Fields.of(value, "the target", FIELDS, complaints);
    if (usual == null) {
      target.require("requests", "give at least one, as in requests: [{path: /}]");
    }
    if (target.has("requests")) {
      requests =
          target.items("requests", MOST_REQUESTS).stream()
              .map(item -> RequestReader.read(item, complaints))
              .toList();
    }
    return new StudyTarget(
        requests,
        target.time("timeout", StudyTarget.USUAL_TIMEOUT_NS, MS, 600 * SECOND),
        target.truth("keep-alive", true),
        remote);
  }

  /** The remote system; null if the file has none. */
  @Nullable Remote remote(Fields file) {
    YamlValue value = file.value("remote");
    if (value == null) {
      return null;
    }
    Fields remote = Fields.of(value, "the remote system", REMOTE, complaints);
    return new Remote(
        new RemotePlan(
            remote.one("system", TargetReader::system).orElse(null),
            remote.one(
                "distribution", RemotePlan.CONSTANT.distribution(), TargetReader::distribution)),
        remote.has("delay")
            ? (Long) remote.time("delay", 2 * MS, 0, RemotePlan.LONGEST_DELAY_NS)
            : null);
  }

  private static String system(String text) {
    Matcher matcher = SYSTEM.matcher(text);
    if (!matcher.matches() || Integer.parseInt(matcher.group("port")) > MOST_PORT) {
      throw FoliotException.usage(
          "'"
              + Shown.text(text)
              + "' is no system on this machine; write its address, as in 127.0.0.1:9000");
    }
    return text;
  }

  private static String distribution(String text) {
    Matcher matcher = DISTRIBUTION.matcher(text);
    if (!matcher.matches() || !isSigma(matcher.group("sigma"))) {
      throw FoliotException.usage(
          "'"
              + Shown.text(text)
              + "' is no distribution; choose constant, exponential or lognormal:SIGMA with SIGMA"
              + " above 0 and at most "
              + Math.round(RemotePlan.MOST_SIGMA));
    }
    return text;
  }

  /** Whether a number is a valid sigma; a distribution without one needs none. */
  private static boolean isSigma(@Nullable String number) {
    if (number == null) {
      return true;
    }
    double sigma = Double.parseDouble(number);
    return sigma > 0 && sigma <= RemotePlan.MOST_SIGMA;
  }

  /**
   * A remote system in a file.
   *
   * @param delayNs the default of its loads; null for the study's default
   */
  record Remote(RemotePlan plan, @Nullable Long delayNs) {}
}
