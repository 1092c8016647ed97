package dev.foliot.study.jar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.text.FoliotException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JarAppTest {
  @TempDir Path folder;

  private MadeUpJar jar() {
    return new MadeUpJar(folder.resolve("app.jar"));
  }

  @Test
  void shouldKnowARepackagedJarByItsManifest() throws IOException {
    Path file =
        jar()
            .with("Main-Class", "org.springframework.boot.loader.launch.JarLauncher")
            .with("Spring-Boot-Version", "3.5.7")
            .write("BOOT-INF/classes/");

    assertThat(JarApp.of(file)).isEqualTo(new JarApp(file, "3.5.7"));
  }

  @Test
  void shouldKnowAThinJarByItsClassPath() throws IOException {
    Path file =
        jar()
            .with("Main-Class", "shop.Shop")
            .with("Class-Path", "lib/spring-boot-autoconfigure-4.1.2.jar lib/spring-boot-4.1.2.jar")
            .write();

    assertThat(JarApp.of(file).version()).isEqualTo("4.1.2");
  }

  @Test
  void shouldKnowAJarByTheJarsInIt() throws IOException {
    Path file =
        jar()
            .with("Main-Class", "org.springframework.boot.loader.launch.JarLauncher")
            .write(
                "BOOT-INF/lib/spring-boot-autoconfigure-3.4.0.jar",
                "BOOT-INF/lib/spring-boot-3.4.0.jar");

    assertThat(JarApp.of(file).version()).isEqualTo("3.4.0");
  }

  @ParameterizedTest
  @CsvSource({"2.7.18", "3.1.12"})
  void shouldRefuseASpringBootWithoutTheSwitch(String version) throws IOException {
    Path file = jar().with("Main-Class", "a.B").with("Spring-Boot-Version", version).write();

    assertThatThrownBy(() -> JarApp.of(file))
        .isInstanceOf(FoliotException.class)
        .hasMessage(
            "--jar: app.jar has Spring Boot "
                + version
                + ", and 3.2 is the first with a switch for virtual threads: build it with a later"
                + " one");
  }

  @ParameterizedTest
  @CsvSource({
    "io.quarkus.bootstrap.runner.QuarkusEntryPoint, a.jar, META-INF/x, Quarkus,"
        + " -Dquarkus.http.port",
    "shop.Shop, libs/helidon-webserver-4.2.0.jar, META-INF/x, Helidon, -Dserver.port",
    "shop.Shop, a.jar, io/micronaut/runtime/Micronaut.class, Micronaut, -Dmicronaut.server.port"
  })
  void shouldNameOtherFrameworks(
      String main, String classPath, String entry, String label, String port) throws IOException {
    Path file = jar().with("Main-Class", main).with("Class-Path", classPath).write(entry);

    assertThatThrownBy(() -> JarApp.of(file))
        .isInstanceOf(FoliotException.class)
        .hasMessageContaining("app.jar is an application of " + label + ". ")
        .hasMessageEndingWith("command: ['${java}', '" + port + "=${port}', -jar, app.jar]");
  }

  @Test
  void shouldSayHowAnotherProgramIsPlayed() throws IOException {
    Path file = jar().with("Main-Class", "shop.Shop").write();

    assertThatThrownBy(() -> JarApp.of(file))
        .isInstanceOf(FoliotException.class)
        .hasMessageStartingWith(
            "--jar: app.jar is no application of Spring Boot: write a study file");
  }

  @Test
  void shouldRefuseALibrary() throws IOException {
    assertThatThrownBy(() -> JarApp.of(jar().write()))
        .isInstanceOf(FoliotException.class)
        .hasMessageStartingWith("--jar: app.jar has no main class: write a study file");
    assertThatThrownBy(() -> JarApp.of(jar().write("BOOT-INF/lib/spring-boot-3.4.0.jar")))
        .isInstanceOf(FoliotException.class)
        .hasMessageContaining("has Spring Boot and no main class: name the jar that java -jar");
  }

  @Test
  void shouldRefuseAWarOfAServer() throws IOException {
    assertThatThrownBy(() -> JarApp.of(jar().write("WEB-INF/web.xml")))
        .isInstanceOf(FoliotException.class)
        .hasMessageContaining("is a web application that a server runs: write a study file");
  }

  @Test
  void shouldRefuseWhatIsNoJar() throws IOException {
    Path text = Files.writeString(folder.resolve("app.jar"), "no jar");

    assertThatThrownBy(() -> JarApp.of(text))
        .isInstanceOf(FoliotException.class)
        .hasMessageStartingWith("--jar: app.jar is no readable jar (")
        .hasMessageEndingWith("): name a service's jar");
    assertThatThrownBy(() -> JarApp.of(folder.resolve("none.jar")))
        .isInstanceOf(FoliotException.class)
        .hasMessageContaining("there is no file")
        .hasMessageEndingWith("none.jar: name a service's jar");
  }
}
