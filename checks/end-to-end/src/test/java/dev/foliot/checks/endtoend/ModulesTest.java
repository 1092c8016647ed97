package dev.foliot.checks.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.checks.endtoend.FoliotProcess.Ended;
import java.lang.module.Configuration;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The libraries on a module path, and a runtime image with the pool. */
final class ModulesTest {
  @TempDir Path folder;

  @Test
  void shouldAllBeFoundAndResolvedByTheirNames() throws Exception {
    List<Path> jars = new ArrayList<>(Libraries.needed());
    for (String module : Libraries.MODULES) {
      jars.add(Libraries.jar(module));
    }
    Set<String> names =
        Libraries.MODULES.stream()
            .map(module -> "dev.foliot." + module.replace('-', '.'))
            .collect(Collectors.toSet());

    ModuleFinder finder = ModuleFinder.of(jars.toArray(Path[]::new));
    Configuration resolved =
        ModuleLayer.boot().configuration().resolve(finder, ModuleFinder.of(), names);

    assertThat(resolved.modules()).extracting(module -> module.name()).containsAll(names);
    ModuleDescriptor pool = finder.find("dev.foliot.pool").orElseThrow().descriptor();
    assertThat(pool.isAutomatic()).isFalse();
    assertThat(pool.exports())
        .extracting(export -> export.source())
        .containsExactly("dev.foliot.pool");
  }

  /** By a JDK of the pool's own level. */
  @Test
  void shouldRunAProgramInARuntimeImageWithThePool() throws Exception {
    Path source =
        FoliotProcess.inTree("examples/pool/src/main/java/dev/foliot/examples/pool/Calls.java");
    Files.writeString(
        folder.resolve("module-info.java"), "module calls { requires dev.foliot.pool; }\n");

    Ended ended =
        FoliotProcess.shell(
            folder,
            """
            jdk='%s' pool='%s'
            "$jdk/bin/javac" --module-path "$pool" -d classes module-info.java '%s'
            "$jdk/bin/jlink" --module-path "$pool:classes" --add-modules calls --output image
            image/bin/java --module calls/dev.foliot.examples.pool.Calls
            image/bin/java --list-modules
            """
                .formatted(Jdks.home(17), Libraries.jar("pool"), source));

    assertThat(ended.exit()).as(ended.err()).isZero();
    assertThat(ended.err()).isEmpty();
    assertThat(ended.out())
        .startsWith("500 calls ended, their sum is 124750;")
        .contains("dev.foliot.pool", "java.management")
        .doesNotContain("jspecify", "java.desktop");
  }
}
