package dev.foliot.checks.house;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** The modules depend on each other as designed, in their code and in their poms. */
final class ModuleGraphTest {
  private static final String[] JDK = {
    "java..", "javax..", "jdk..", "com.sun..", "sun.misc..", "org.w3c.dom..", "org.xml.sax.."
  };

  static Stream<Module> modules() {
    return Module.ALL.stream();
  }

  @ParameterizedTest
  @MethodSource("modules")
  void shouldReachOnlyWhatTheGraphAllows(Module module) {
    noClasses()
        .that(
            resideInAPackage(module.packages())
                .and(not(resideInAnyPackage(module.packagesOfOthersBelow()))))
        .should()
        .dependOnClassesThat(
            not(resideInAnyPackage(JDK)).and(not(resideInAnyPackage(module.reachable()))))
        .check(Shipped.CLASSES);
  }

  @ParameterizedTest
  @MethodSource("modules")
  void shouldAskInItsPomForWhatTheGraphAllowsAndNothingElse(Module module) throws Exception {
    assertThat(shippedDependencies(module.folder().resolve("pom.xml")))
        .isEqualTo(module.coordinates());
  }

  @ParameterizedTest
  @MethodSource("modules")
  void shouldKeepEverySourceInTheModulesPackage(Module module) throws IOException {
    Path sources = module.folder().resolve(Path.of("src", "main", "java"));
    try (Stream<Path> files = Files.walk(sources)) {
      assertThat(
              files
                  .filter(Files::isRegularFile)
                  // JLBH's names, under which its users' programs look for them
                  .filter(file ->
                      !module.name().equals("jlbh")
                          || !file.startsWith(sources.resolve(Path.of("net", "openhft"))))
                  .filter(file -> !file.equals(sources.resolve("module-info.java"))))
          .isNotEmpty()
          .allMatch(file -> file.startsWith(sources.resolve(module.packageFolder())));
    }
  }

  @Test
  void shouldHaveNoCycles() {
    slices().matching("dev.foliot.(**)").should().beFreeOfCycles().check(Shipped.CLASSES);
  }

  @Test
  void shouldKnowEveryModule() {
    assertThat(
            Shipped.CLASSES.that(
                not(
                    resideInAnyPackage(
                        Module.ALL.stream().map(Module::packages).toArray(String[]::new)))))
        .isEmpty();
    assertThat(Module.ALL)
        .allSatisfy(module ->
            assertThat(Shipped.CLASSES.that(resideInAPackage(module.packages()))).isNotEmpty());
  }

  /** The run time dependencies of a pom. */
  private static Set<String> shippedDependencies(Path pom) throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    Element project = factory.newDocumentBuilder().parse(pom.toFile()).getDocumentElement();
    return elements(project.getChildNodes(), "dependencies")
        .flatMap(dependencies -> elements(dependencies.getChildNodes(), "dependency"))
        .filter(dependency -> Set.of("", "compile", "runtime").contains(text(dependency, "scope")))
        .map(dependency -> text(dependency, "groupId") + ":" + text(dependency, "artifactId"))
        .collect(toCollection(TreeSet::new));
  }

  private static Stream<Element> elements(NodeList nodes, String name) {
    return IntStream.range(0, nodes.getLength())
        .mapToObj(nodes::item)
        .filter(Element.class::isInstance)
        .map(Element.class::cast)
        .filter(element -> element.getTagName().equals(name));
  }

  private static String text(Element parent, String name) {
    return elements(parent.getChildNodes(), name)
        .map(element -> element.getTextContent().strip())
        .findFirst()
        .orElse("");
  }
}
