package dev.foliot.store.study;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.foliot.store.Copies;
import dev.foliot.store.Redaction;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An arm of a study.
 *
 * @param name its name in points and verdicts, unique in the study
 * @param app the built-in service, {@code bank}; {@link #COMMAND} for a command
 * @param strategy its threading model, {@code adaptive}; {@link #OWN} for a command
 * @param jdk the JDK's home; for a command the one given to it, used or not
 * @param jdkVersion its version by its own statement
 * @param jvmArgs the arguments of the JVM, stored without secrets
 * @param cpus the CPUs it may use, such as {@code 0,2-3}, or null for all
 * @param command for a command: the program and its arguments with their placeholders, stored
 *     without secrets
 * @param quotaCpus its CPU quota in CPUs, or null
 * @param memoryBytes its memory limit, or null
 * @param environment variables with placeholders, added to Foliot's or replacing them, stored
 *     without secrets
 */
public record StudyArm(
    String name,
    String app,
    String strategy,
    String jdk,
    String jdkVersion,
    List<String> jvmArgs,
    @Nullable String cpus,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> command,
    @Nullable Double quotaCpus,
    @Nullable Long memoryBytes,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, String> environment) {
  /** The value of {@code app} for a command. */
  public static final String COMMAND = "command";

  /** The value of {@code strategy} for a command. */
  public static final String OWN = "own";

  /** Keeps copies and checks that nothing is missing. */
  public StudyArm {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(app, "app");
    Objects.requireNonNull(strategy, "strategy");
    Objects.requireNonNull(jdk, "jdk");
    Objects.requireNonNull(jdkVersion, "jdk_version");
    jvmArgs = List.copyOf(jvmArgs);
    command = List.copyOf(command);
    Copies.finiteOrNull(quotaCpus, "quota_cpus");
    environment = Copies.ordered(environment);
  }

  /** A built-in service without limits, in Foliot's own environment. */
  public static StudyArm builtIn(
      String name,
      String app,
      String strategy,
      String jdk,
      String jdkVersion,
      List<String> jvmArgs,
      @Nullable String cpus) {
    return new StudyArm(
        name, app, strategy, jdk, jdkVersion, jvmArgs, cpus, List.of(), null, null, Map.of());
  }

  /** The server in a word: the built-in service, or the program of the command. */
  public String server() {
    return command.isEmpty() ? app : ServerName.of(command);
  }

  /** The same without secrets. */
  StudyArm redacted() {
    return new StudyArm(
        name,
        app,
        strategy,
        jdk,
        jdkVersion,
        Redaction.command(jvmArgs),
        cpus,
        Redaction.command(command),
        quotaCpus,
        memoryBytes,
        Redaction.named(environment));
  }
}
