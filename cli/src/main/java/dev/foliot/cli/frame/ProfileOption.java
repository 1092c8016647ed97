package dev.foliot.cli.frame;

import dev.foliot.service.profile.ProfileChoice;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Shown;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option that has the measured JVMs profiled. */
public final class ProfileOption {
  @Option(
      names = "--profile",
      arity = "0..1",
      fallbackValue = "best",
      paramLabel = "HOW",
      description =
          "Sample the stacks of the measured JVMs for flame graphs in the report: --profile,"
              + " --profile=jfr or --profile=async; costs time itself.")
  private @Nullable String how;

  /**
   * What was asked for; null for no profile.
   *
   * @throws FoliotException if it is no profiler
   */
  public @Nullable ProfileChoice choice() {
    return how == null
        ? null
        : ProfileChoice.parse(how)
            .orElseThrow(() ->
                FoliotException.usage(
                    "--profile: '"
                        + Shown.text(how)
                        + "' is no profiler: write --profile=jfr, --profile=async, or --profile at"
                        + " the end of the line"));
  }
}
