package dev.foliot.study.play;

import dev.foliot.study.plan.ArmStart;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Shown;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The placeholders in the words of a command. Immutable.
 *
 * <ul>
 *   <li>{@code ${port}}: its port
 *   <li>{@code ${java}}: the launcher of its JDK
 *   <li>{@code ${java-home}}: the home of its JDK
 *   <li>{@code ${remote}}: the remote system's URL
 *   <li>{@code ${cpus}}: the number of its CPUs
 *   <li>{@code ${folder}}: its working folder
 *   <li>{@code ${steer}}: the jar of the agent that steers classes, if Foliot has it
 * </ul>
 *
 * <p>Two dollar signs before a brace stand for a literal one.
 *
 * @param values the value of each
 */
public record Placeholders(Map<String, String> values) {
  /** Its port. */
  public static final String PORT = "port";

  public static final String JAVA = "java";
  public static final String JAVA_HOME = "java-home";
  public static final String REMOTE = "remote";
  public static final String REMOTE_PORT = "remote-port";
  public static final String CPUS = "cpus";
  public static final String FOLDER = "folder";
  public static final String STEER = "steer";

  private static final int EXAMPLE_PORT = 8080;
  private static final Pattern PLACEHOLDER = Pattern.compile("(\\$?)\\$\\{([^}]*)(}?)");

  /** Keeps a copy. */
  public Placeholders {
    values = Map.copyOf(values);
  }

  /**
   * The values for a start.
   *
   * @param cpus the number of its CPUs
   * @param port its port
   * @param remote the system that it calls; null for none
   */
  public static Placeholders of(ArmStart start, int cpus, int port, @Nullable Service remote) {
    Map<String, String> values = new HashMap<>();
    values.put(PORT, Integer.toString(port));
    values.put(JAVA, start.jdk().java().toString());
    values.put(JAVA_HOME, start.jdk().home().toString());
    values.put(CPUS, Integer.toString(cpus));
    if (start instanceof ArmStart.Command own) {
      values.put(FOLDER, own.folder().toString());
    }
    if (remote != null) {
      values.put(REMOTE, remote.url());
      values.put(REMOTE_PORT, Integer.toString(remote.clientPort()));
    }
    SteerAgent.here().ifPresent(agent -> values.put(STEER, agent.jar().toString()));
    return new Placeholders(values);
  }

  /** Example values for a check of the words. */
  public static Placeholders example(ArmStart start, boolean hasRemote) {
    Map<String, String> values = new HashMap<>(of(start, 1, EXAMPLE_PORT, null).values());
    if (hasRemote) {
      values.put(REMOTE, "http://127.0.0.1:" + EXAMPLE_PORT);
      values.put(REMOTE_PORT, Integer.toString(EXAMPLE_PORT));
    }
    return new Placeholders(values);
  }

  /**
   * Fills in the placeholders of a text.
   *
   * @throws FoliotException for an unknown one
   */
  public String filled(String text) {
    return PLACEHOLDER
        .matcher(text)
        .replaceAll(found ->
            Matcher.quoteReplacement(
                found.group(1).isEmpty()
                    ? value(found.group(2), found.group(3))
                    : found.group().substring(1)));
  }

  private String value(String name, String end) {
    String value = end.isEmpty() ? null : values.get(name);
    if (value != null) {
      return value;
    }
    if ((name.equals(REMOTE) || name.equals(REMOTE_PORT)) && !end.isEmpty()) {
      throw FoliotException.usage(
          "${" + name + "}: the study has no remote system: give it a 'remote'");
    }
    throw FoliotException.usage(
        "'${"
            + Shown.text(name, 40)
            + end
            + "' is no placeholder: use one of "
            + new TreeSet<>(values.keySet())
            + ", and $${ for ${ itself");
  }

  /** Whether a text has a placeholder. */
  public static boolean has(String text, String name) {
    return PLACEHOLDER
        .matcher(text)
        .results()
        .anyMatch(found -> found.group(1).isEmpty() && found.group(2).equals(name));
  }
}
