package releases;

/** Pages that are made up, the same in each run. */
final class Pages {
  private Pages() {}

  /** A page of so many articles, each of about 700 characters. */
  static String articles(int count) {
    StringBuilder page = new StringBuilder(800 * (count + 1));
    page.append(
        "<!doctype html><html><head><title>News &amp; views</title></head><body><div id=main>");
    for (int i = 0; i < count; i++) {
      page.append("<div class=\"article a").append(i % 7).append("\" id=a").append(i).append('>');
      page.append("<h2 class=title>Title ").append(i).append(" &mdash; part</h2>");
      page.append(
          "<p class=\"lead text\">First words, <b>bold</b> and <i>slanted</i>, caf&eacute;.</p>");
      page.append("<ul>");
      for (int j = 0; j < 6; j++) {
        page.append("<li class=item><a href=\"/items/").append(i).append('/').append(j);
        page.append("\" title='An item'>Item ").append(j).append("</a></li>");
      }
      page.append("</ul><table><tr><td>1</td><td>2</td><td>3</td></tr></table>");
      page.append("<p>Last words &lt;here&gt;, and a <span data-n=")
          .append(i)
          .append(">span</span>.</p></div>");
    }
    return page.append("</div></body></html>").toString();
  }

  /** A page whose elements are nested that deep, with some text in each. */
  static String nested(int depth) {
    StringBuilder page = new StringBuilder("<html><body>");
    for (int i = 0; i < depth; i++) {
      page.append("<div class=level>text ").append(i).append(" <em>x</em>");
    }
    for (int i = 0; i < depth; i++) {
      page.append("</div>");
    }
    return page.append("</body></html>").toString();
  }
}
