package dev.foliot.store.study;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
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
 * @param jvm the JVM that it runs in
 * @param limits the resources that it may use
 * @param command for a command: the program and its arguments with their placeholders, stored
 *     without secrets
 * @param environment variables with placeholders, added to Foliot's or replacing them, stored
 *     without secrets
 */
public record StudyArm(
    String name,
    String app,
    String strategy,
    @JsonUnwrapped Jvm jvm,
    @JsonUnwrapped Limits limits,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> command,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, String> environment) {
  /** The value of {@code app} for a command. */
  public static final String COMMAND = "command";

  /** The value of {@code strategy} for a command. */
  public static final String OWN = "own";

  /**
   * The JVM that it runs in.
   *
   * @param jdk the JDK's home; for a command that of its running process, empty if unknown
   * @param jdkVersion its version by its own statement, or {@link #UNKNOWN}
   * @param jvmArgs the arguments of the JVM, stored without secrets; for a command those of its
   *     running process
   */
  public record Jvm(String jdk, String jdkVersion, List<String> jvmArgs) {
    /** The version of a JDK that is not known. */
    public static final String UNKNOWN = "unknown";

    /** Keeps copies and checks that nothing is missing. */
    public Jvm {
      Objects.requireNonNull(jdk, "jdk");
      Objects.requireNonNull(jdkVersion, "jdk_version");
      jvmArgs = List.copyOf(jvmArgs);
    }
  }

  /**
   * The resources that it may use.
   *
   * @param cpus the CPUs it may use, such as {@code 0,2-3}, or null for all
   * @param quotaCpus its CPU quota in CPUs, or null
   * @param memoryBytes its memory limit, or null
   */
  public record Limits(
      @Nullable String cpus, @Nullable Double quotaCpus, @Nullable Long memoryBytes) {
    /** Checks that nothing is missing. */
    public Limits {
      Copies.finiteOrNull(quotaCpus, "quota_cpus");
    }
  }

  /** Keeps copies and checks that nothing is missing. */
  public StudyArm {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(app, "app");
    Objects.requireNonNull(strategy, "strategy");
    command = List.copyOf(command);
    environment = Copies.ordered(environment);
    Objects.requireNonNull(jvm, "jvm");
    Objects.requireNonNull(limits, "limits");
  }

  /** A built-in service without limits, in Foliot's own environment. */
  public static StudyArm builtIn(
      String name, String app, String strategy, Jvm jvm, @Nullable String cpus) {
    return new StudyArm(
        name, app, strategy, jvm, new Limits(cpus, null, null), List.of(), Map.of());
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
        new Jvm(jvm.jdk, jvm.jdkVersion, Redaction.command(jvm.jvmArgs)),
        limits,
        Redaction.command(command),
        Redaction.named(environment));
  }
}
