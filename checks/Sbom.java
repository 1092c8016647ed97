import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Adds the Java of a release to its list of contents.
 *
 * <p>The first word is a CycloneDX file that Maven made, the second the file {@code release} of the
 * Java.
 */
final class Sbom {
  private Sbom() {}

  public static void main(String[] words) throws IOException {
    Path file = Path.of(words[0]);
    Properties release = new Properties();
    try (Reader reader = Files.newBufferedReader(Path.of(words[1]))) {
      release.load(reader);
    }
    JsonMapper mapper = new JsonMapper();
    ObjectNode bom = (ObjectNode) mapper.readTree(Files.readString(file));
    ArrayNode components = (ArrayNode) bom.get("components");
    ObjectNode java = components.addObject();
    java.put("type", "platform").put("bom-ref", "java").put("name", "OpenJDK");
    java.put("publisher", value(release, "IMPLEMENTOR"));
    java.put("version", value(release, "JAVA_RUNTIME_VERSION"));
    java.putArray("licenses")
        .addObject()
        .put("expression", "GPL-2.0-only WITH Classpath-exception-2.0");
    java.putArray("externalReferences")
        .addObject()
        .put("type", "vcs")
        .put("url", value(release, "SOURCE_REPO"));
    java.putArray("properties")
        .addObject()
        .put("name", "modules")
        .put("value", value(release, "MODULES"));
    Files.writeString(file, mapper.writerWithDefaultPrettyPrinter().writeValueAsString(bom) + "\n");
  }

  private static String value(Properties release, String name) {
    return release.getProperty(name, "unknown").replace("\"", "");
  }
}
