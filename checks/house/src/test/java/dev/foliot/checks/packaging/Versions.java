package dev.foliot.checks.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.checks.packaging.Pom.Artifact;
import java.util.Map;

/** The versions of the build: they are written in the root's properties. */
final class Versions {
  private static final Map<String, String> PROPERTIES = Pom.of("").properties();

  private Versions() {}

  /** The version of a property of the root. */
  static String of(String property) {
    String version = PROPERTIES.get(property);
    assertThat(version).as(property).isNotNull();
    return version;
  }

  /** Fails where a plug-in has another version than in the build. */
  static void areThoseOfTheBuild(Artifact plugin) {
    String property =
        plugin.group().equals("org.codehaus.mojo")
            ? "maven-exec-plugin.version"
            : plugin.name() + ".version";
    assertThat(plugin.version()).as(plugin.name()).isEqualTo(of(property));
  }
}
