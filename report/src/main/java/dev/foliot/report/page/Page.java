package dev.foliot.report.page;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * All that the template needs.
 *
 * @param cover what a reader sees first
 * @param policy the content security policy
 * @param style the one style
 * @param script the one script
 * @param data what the script reads out, as JSON that can stand in an element
 * @param sections what the cover rests on, in order
 * @param footer who made it
 */
public record Page(
    Cover cover,
    String policy,
    String style,
    String script,
    String data,
    List<Section> sections,
    String footer) {
  /** A page that begins with a cover. */
  public static String html(Cover cover, List<Section> sections) {
    StringOutput out = new StringOutput();
    TemplateEngine engine =
        TemplateEngine.createPrecompiled(
            null, ContentType.Html, Page.class.getClassLoader(), Page.class.getPackageName());
    engine.render("page.jte", model(cover, sections), out);
    return out.toString();
  }

  private static Page model(Cover cover, List<Section> sections) {
    String style = resource("report.css");
    String script = resource("report.js");
    return new Page(
        cover,
        "default-src 'none'; style-src 'sha256-%s'; script-src 'sha256-%s'; base-uri 'none'; form-action 'none'"
            .formatted(hash(style), hash(script)),
        style,
        script,
        CompactJson.of(values(cover, sections)),
        sections,
        "Made by foliot report.");
  }

  /** What the script reads out, by the ids of the figures. */
  private static Map<String, Object> values(Cover cover, List<Section> sections) {
    Map<String, Object> values = new LinkedHashMap<>();
    collect(cover.blocks(), values);
    sections.forEach(section -> collect(section.blocks(), values));
    return values;
  }

  private static void collect(List<? extends Block> blocks, Map<String, Object> values) {
    for (Block block : blocks) {
      switch (block) {
        case Block.Figure figure when !figure.picture().values().isEmpty() ->
            values.put(figure.id(), figure.picture().values());
        case Block.Row row -> collect(row.figures(), values);
        case Block.Folded folded -> collect(folded.blocks(), values);
        default -> {}
      }
    }
  }

  static String resource(String name) {
    try (InputStream in = Objects.requireNonNull(Page.class.getResourceAsStream(name), name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String hash(String text) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      byte[] hash = digest.digest(text.getBytes(StandardCharsets.UTF_8));
      return Base64.getEncoder().encodeToString(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
