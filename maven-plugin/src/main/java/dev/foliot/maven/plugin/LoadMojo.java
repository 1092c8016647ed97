package dev.foliot.maven.plugin;

import java.util.ArrayList;
import java.util.List;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.jspecify.annotations.Nullable;

/**
 * Puts an HTTP server under load with {@code foliot load}, and fails the build where a limit is
 * missed. With {@code server} it starts and ends the server.
 */
@Mojo(name = "load", defaultPhase = LifecyclePhase.INTEGRATION_TEST, threadSafe = true)
public final class LoadMojo extends FoliotMojo {
  /** A URL, or the file of a plan. */
  @Parameter(property = "foliot.target", required = true)
  String target = "";

  /** What has to hold, such as p99&lt;20ms, errors&lt;0.1%. */
  @Parameter(property = "foliot.limits")
  @Nullable String limits;

  /** The command line of the server, one word each. */
  @Parameter List<String> server = List.of();

  /** Called by Maven. */
  public LoadMojo() {}

  @Override
  Command command() {
    List<String> words = new ArrayList<>(List.of(target));
    if (limits != null) {
      words.addAll(List.of("--assert", limits));
    }
    if (!server.isEmpty()) {
      words.add("--");
      words.addAll(server);
    }
    return new Command("load", target, words);
  }
}
