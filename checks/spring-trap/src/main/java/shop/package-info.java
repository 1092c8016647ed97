/** A service on Spring Boot that waits for another one. */
package shop;
