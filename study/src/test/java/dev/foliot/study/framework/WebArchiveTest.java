package dev.foliot.study.framework;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.text.FoliotException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Wars on made-up homes of servers; {@code checks/frameworks} has real ones. */
class WebArchiveTest {
  private static final String EXECUTOR = "org/apache/catalina/core/StandardVirtualThreadExecutor";

  @TempDir Path folder;

  private Path war(String name) throws IOException {
    return new MadeUpJar(folder.resolve(name)).write("WEB-INF/web.xml");
  }

  private ServiceApp of(Path file, @Nullable Path home) {
    return ServiceApp.of(
        new AppRequest(
            "--jar",
            file,
            Optional.ofNullable(home),
            folder.resolve("base"),
            folder,
            List.of(),
            List.of(),
            Map.of()));
  }

  private Path tomcat(String... classes) throws IOException {
    Path home = folder.resolve("tomcat");
    new MadeUpJar(home.resolve("bin/bootstrap.jar")).write();
    new MadeUpJar(home.resolve("lib/catalina.jar"))
        .with("Implementation-Version", "11.0.25")
        .write(classes);
    Files.createDirectories(home.resolve("conf/Catalina/localhost"));
    Files.writeString(home.resolve("conf/web.xml"), "<web-app/>");
    Files.writeString(
        home.resolve("conf/server.xml"),
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <Server port="8005" shutdown="SHUTDOWN">
          <Service name="Catalina">
            <Connector port="8443" SSLEnabled="true" maxThreads="150"/>
            <Connector port="8080" protocol="HTTP/1.1" maxThreads="321"/>
            <Connector port="8009" protocol="AJP/1.3"/>
            <Engine name="Catalina" defaultHost="localhost">
              <Host name="localhost" appBase="webapps" autoDeploy="true">
                <Context path="/other" docBase="other"/>
              </Host>
            </Engine>
          </Service>
        </Server>
        """);
    return home;
  }

  @Test
  void shouldSwitchTheExecutorOfTomcatsConnector() throws IOException {
    Path war = war("shop.war");

    ServiceApp app = of(war, tomcat(EXECUTOR + ".class"));

    assertThat(app.framework()).isEqualTo("a war on Tomcat 11.0.25");
    assertThat(app.probes().contexts()).containsExactly("/shop", "");
    assertThat(app.switching())
        .isEqualTo(
            new Switching.By(
                ThreadWords.ofArgs(List.of("-config", "conf/platform-threads.xml", "start")),
                ThreadWords.ofArgs(List.of("-config", "conf/virtual-threads.xml", "start"))));
    Path conf = folder.resolve("base/conf");
    String platform = Files.readString(conf.resolve("platform-threads.xml"));
    String virtual = Files.readString(conf.resolve("virtual-threads.xml"));
    assertThat(platform)
        .contains("port=\"-1\"", "port=\"${foliot.port}\"", "maxThreads=\"321\"")
        .contains("path=\"/shop\"", "docBase=\"" + war + "\"")
        .doesNotContain("8443", "8080", "8009", "/other", "Executor");
    assertThat(virtual)
        .contains("className=\"" + EXECUTOR.replace('/', '.') + "\"")
        .contains("executor=\"foliot-virtual\"");
    assertThat(conf.resolve("web.xml")).exists();
    assertThat(conf.resolve("Catalina")).doesNotExist();
  }

  @Test
  void shouldRefuseATomcatWithoutVirtualThreads() throws IOException {
    Path home = tomcat();

    assertThatThrownBy(() -> of(war("shop.war"), home))
        .isInstanceOf(FoliotException.class)
        .hasMessage(
            "--server: Tomcat 11.0.25 has no virtual threads: take 9.0.76, 10.1.10, 11 or a later"
                + " one");
  }

  @Test
  void shouldRefuseAServerXmlThatIsNone() throws IOException {
    Path home = tomcat(EXECUTOR + ".class");
    Files.writeString(home.resolve("conf/server.xml"), "<Server/>");

    assertThatThrownBy(() -> of(war("shop.war"), home))
        .isInstanceOf(FoliotException.class)
        .hasMessageContaining("server.xml cannot be used (it has no Service)");
  }

  private Path jetty(String... modules) throws IOException {
    Path home = folder.resolve("jetty");
    new MadeUpJar(home.resolve("start.jar")).write();
    new MadeUpJar(home.resolve("lib/jetty-server-12.1.14.jar")).write();
    Files.createDirectories(home.resolve("modules"));
    for (String module : modules) {
      Files.writeString(home.resolve("modules/" + module + ".mod"), "");
    }
    return home;
  }

  @Test
  void shouldSwitchTheThreadPoolOfJetty() throws IOException {
    ServiceApp app = of(war("shop.war"), jetty("threadpool-virtual", "ee11-deploy", "ee10-deploy"));

    assertThat(app.framework()).isEqualTo("a war on Jetty 12.1.14");
    assertThat(app.probes().contexts()).containsExactly("/shop", "");
    assertThat(app.launch().args()).contains("jetty.http.port=" + Launch.PORT);
    assertThat(app.switching())
        .isEqualTo(
            new Switching.By(
                ThreadWords.ofArgs(List.of("--module=threadpool")),
                ThreadWords.ofArgs(List.of("--module=threadpool-virtual"))));
    assertThat(folder.resolve("base/webapps/shop.war")).exists();
  }

  @ParameterizedTest
  @CsvSource({"6.1, ee11", "6.0, ee10", "5.0, ee9", "3.1, ee8", "none, ee11"})
  void shouldDeployAWarInTheEnvironmentThatItNames(String version, String environment)
      throws IOException {
    Path war =
        new MadeUpJar(folder.resolve("shop.war"))
            .withText(
                "WEB-INF/web.xml",
                version.equals("none") ? "" : "<web-app id='a'\n version=\"" + version + "\">")
            .write();

    try (Archive archive = Archive.open(war)) {
      assertThat(JettyServer.environment(archive)).isEqualTo(environment);
    }
  }

  @Test
  void shouldRefuseAJettyThatCannotServeAWar() throws IOException {
    assertThatThrownBy(() -> of(war("shop.war"), jetty("http")))
        .isInstanceOf(FoliotException.class)
        .hasMessage("--server: Jetty 12.1.14 has no module threadpool-virtual: take Jetty 12");
    assertThatThrownBy(() -> of(war("shop.war"), jetty("threadpool-virtual")))
        .isInstanceOf(FoliotException.class)
        .hasMessage(
            "--server: Jetty 12.1.14 has no module ee11-deploy, which shop.war needs: take one that"
                + " has it");
  }

  @ParameterizedTest
  @CsvSource({"shop, /shop, /shop", "ROOT, '', ''", "a#b##2, /a/b, /a#b##2"})
  void shouldServeAWarBelowItsName(String name, String onTomcat, String onJetty) {
    assertThat(new TomcatServer().context(name)).isEqualTo(onTomcat);
    assertThat(new JettyServer().context(name)).isEqualTo(onJetty);
  }

  @Test
  void shouldSayThatAWarNeedsAServer() throws IOException {
    assertThatThrownBy(() -> of(war("shop.war"), null))
        .isInstanceOf(FoliotException.class)
        .hasMessage(
            "--jar: shop.war is a war that a server runs: name the home of a Tomcat or Jetty, as"
                + " in --server /opt/tomcat");
    assertThatThrownBy(() -> of(war("shop.war"), folder))
        .isInstanceOf(FoliotException.class)
        .hasMessageContaining("is no home of Tomcat or Jetty: name the folder");
    Path jar = new MadeUpJar(folder.resolve("app.jar")).with("Main-Class", "a.B").write();
    assertThatThrownBy(() -> of(jar, folder))
        .isInstanceOf(FoliotException.class)
        .hasMessage("--server: app.jar is no war, and starts by itself: leave --server out");
  }
}
