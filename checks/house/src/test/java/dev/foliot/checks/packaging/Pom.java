package dev.foliot.checks.packaging;

import static java.util.stream.Collectors.toMap;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** A pom.xml as it is written, without its parent. */
record Pom(Element project) {
  private static final Pattern PROPERTY = Pattern.compile("\\$\\{([^}]+)}");

  /** The repository's root: the tests run in checks/house. */
  static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();

  /** The file {@code pom.xml} in a folder of the repository, "" for the root. */
  static Pom of(String folder) {
    try {
      Path file = ROOT.resolve(folder).resolve("pom.xml");
      return new Pom(
          DocumentBuilderFactory.newInstance()
              .newDocumentBuilder()
              .parse(file.toFile())
              .getDocumentElement());
    } catch (Exception e) {
      throw new IllegalStateException(folder, e);
    }
  }

  /** The modules of the build, except those of {@code checks}. */
  static List<String> modules() {
    return texts(of("").project.getElementsByTagName("module")).toList();
  }

  /** An artifact with its version, both with properties filled in; no version is "". */
  record Artifact(String group, String name, String version) {}

  String version() {
    return children(project, "version").map(Element::getTextContent).findFirst().orElse("");
  }

  boolean hasParent() {
    return children(project, "parent").findAny().isPresent();
  }

  /** The properties that it sets. */
  Map<String, String> properties() {
    return children(project, "properties")
        .flatMap(properties -> elements(properties.getChildNodes()))
        .collect(toMap(Element::getTagName, property -> property.getTextContent().strip()));
  }

  /** What it depends on, or manages. */
  List<Artifact> dependencies() {
    return artifacts("dependency");
  }

  /** The dependencies of whoever depends on it. */
  List<Artifact> needed() {
    return artifacts("dependency", element -> !child(element, "optional").equals("true"));
  }

  List<Artifact> plugins() {
    return artifacts("plugin");
  }

  /** The text of all elements of that name. */
  List<String> all(String name) {
    return texts(project.getElementsByTagName(name)).toList();
  }

  private List<Artifact> artifacts(String element) {
    return artifacts(element, all -> true);
  }

  private List<Artifact> artifacts(String element, Predicate<Element> which) {
    return elements(project.getElementsByTagName(element))
        .filter(which)
        .map(one ->
            new Artifact(child(one, "groupId"), child(one, "artifactId"), child(one, "version")))
        .toList();
  }

  private String child(Element element, String name) {
    String text =
        children(element, name).map(Element::getTextContent).findFirst().orElse("").strip();
    return PROPERTY
        .matcher(text)
        .replaceAll(match ->
            match.group(1).equals("project.version")
                ? version()
                : properties().getOrDefault(match.group(1), "?"));
  }

  private static Stream<Element> children(Element parent, String name) {
    return elements(parent.getChildNodes()).filter(child -> child.getTagName().equals(name));
  }

  private static Stream<Element> elements(NodeList nodes) {
    return IntStream.range(0, nodes.getLength())
        .mapToObj(nodes::item)
        .filter(Element.class::isInstance)
        .map(Element.class::cast);
  }

  private static Stream<String> texts(NodeList nodes) {
    return elements(nodes).map(Element::getTextContent).map(String::strip);
  }
}
