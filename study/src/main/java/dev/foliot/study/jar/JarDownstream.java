package dev.foliot.study.jar;

import dev.foliot.bench.TimeSpan;
import dev.foliot.study.framework.Launch;
import dev.foliot.study.plan.RemotePlan;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Shown;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A system on this machine that a program calls, with the delay of its answers.
 *
 * @param key of the program's configuration that names it
 * @param url as the configuration has it
 * @param system its host and port
 * @param delay as in {@code 100ms}
 */
public record JarDownstream(String key, String url, String system, String delay) {
  private static final Pattern FORM =
      Pattern.compile("(?<key>[A-Za-z0-9_.\\[\\]-]+)=(?<url>\\S+),(?<delay>[^,\\s]+)");
  private static final Pattern HOST =
      Pattern.compile(
          "[a-z0-9+.:-]+://(?<system>(?<host>\\[[^]/]+]|[^:/?#@]+):[0-9]{1,5})(?:[/?#].*)?");
  private static final Pattern LOOPBACK = Pattern.compile("127\\.0\\.0\\.1|localhost|\\[::1]");

  /** Checks that nothing is missing. */
  public JarDownstream {
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(url, "url");
    Objects.requireNonNull(system, "system");
    Objects.requireNonNull(delay, "delay");
  }

  /**
   * What a user names: {@code stock.url=http://127.0.0.1:9000/v1,100ms}.
   *
   * @throws FoliotException for anything else
   */
  public static JarDownstream parse(String text) {
    Matcher parts = FORM.matcher(text.strip());
    Matcher host = HOST.matcher(parts.matches() ? parts.group("url") : "");
    if (!host.matches()) {
      throw FoliotException.usage(
          "--downstream: '"
              + Shown.text(text)
              + "' is no system with a delay: write KEY=URL,TIME as in"
              + " stock.url=http://127.0.0.1:9000,100ms");
    }
    if (!LOOPBACK.matcher(host.group("host")).matches()) {
      throw FoliotException.usage(
          "--downstream: "
              + Shown.text(host.group("host"))
              + " is another machine, and a load is for a system on this one: start it here, or a"
              + " stub of it");
    }
    if (parts.group("url").startsWith("https:")) {
      throw FoliotException.usage(
          "--downstream: a certificate does not hold for the link that delays: name an http URL");
    }
    String delay = parts.group("delay");
    if (TimeSpan.parseNs(delay) > RemotePlan.LONGEST_DELAY_NS) {
      throw FoliotException.usage("--downstream: " + delay + " is above 60s: give a shorter delay");
    }
    return new JarDownstream(parts.group("key"), parts.group("url"), host.group("system"), delay);
  }

  /** The word that sets the program's configuration, with another host and port. */
  String word(Launch.Keys keys, String address) {
    return keys.word(
        key, url.replaceFirst(Pattern.quote(system), Matcher.quoteReplacement(address)));
  }
}
