package dev.foliot.store.study;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.foliot.store.Copies;
import dev.foliot.store.Redaction;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One of what a study compares.
 *
 * @param name what points and verdicts call it; no two of a study have the same
 * @param app the built-in service, {@code bank}; {@link #COMMAND} where the arm is a command
 * @param strategy its threads, {@code adaptive}; {@link #OWN} where the arm is a command
 * @param jdk the JDK's home; of a command, the one that it was told, used or not
 * @param jdkVersion its version as it states it
 * @param jvmArgs the arguments of the JVM; secrets are taken out when it is stored
 * @param cpus the CPUs it may use, as {@code 0,2-3}, or null for all
 * @param command the program and its arguments with their placeholders, where the arm is a command;
 *     secrets are taken out when it is stored
 * @param quotaCpus the CPU time that was to be all it gets, in CPUs; null for no such limit
 * @param memoryBytes the memory that was to be all it gets; null for no such limit
 * @param environment variables, with their placeholders, that were added to those of Foliot or
 *     replaced them; empty in older files; secrets are taken out when it is stored
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
  /** What {@code app} is where the arm is a command. */
  public static final String COMMAND = "command";

  /** What {@code strategy} is where the arm is a command. */
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
